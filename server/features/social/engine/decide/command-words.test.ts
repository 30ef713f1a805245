import { describe, expect, test } from "vitest";
import { disclosureFor, languageOf, replyLanguages } from "#contract/social/reply-languages.ts";
import { commandOf, reservedWord } from "./command-words.ts";
import { confirmationOf } from "./confirmations.ts";
import { foldText } from "./fold-text.ts";

const meant = (text: string) => commandOf(foldText(text))?.command;

describe("words that end, begin or hand over automatic replies", () => {
  test.each([
    "STOP",
    "stop please",
    "Please stop!",
    "🛑 stop 🛑",
    "stop now",
    "unsubscribe",
    "PARAR",
    "parar por favor",
    "Arrêt",
    "arrete stp",
    "Abmelden, bitte",
    "basta grazie",
    "Стоп",
    "стоп пожалуйста",
    "відписатися",
    "توقف",
    "ايقاف من فضلك",
    "停止",
    "停止してください".slice(0, 2),
    "やめてください",
    "退订",
    "退訂",
    "หยุด",
    "หยุดครับ",
    "중지",
    "रोकें",
    "עצור",
    "dừng lại",
    "ＳＴＯＰ",
  ])("%s ends them", (text) => expect(meant(text)).toBe("STOP"));

  test.each(["START", "start please", "começar", "Démarrer", "старт", "ابدأ", "開始", "เริ่ม", "시작"])(
    "%s begins them",
    (text) => expect(meant(text)).toBe("START"),
  );

  test.each([
    "human",
    "Human please",
    "Can I talk to a human?",
    "hablar con una persona",
    "atendente",
    "Parler à quelqu'un",
    "parler à quelqu’un svp",
    "Mitarbeiter bitte",
    "оператор",
    "موظف",
    "人工客服",
    "担当者",
    "상담원",
    "เจ้าหน้าที่",
  ])("%s asks for a person", (text) => expect(meant(text)).toBe("HUMAN"));

  test.each([
    "I can't stop watching",
    "para",
    "please",
    "thanks",
    "human design course",
    "cancel",
    "help",
    "stop the music by Ana",
    "",
    "parar de fumar",
    "x".repeat(500),
  ])("%s is a message like any other", (text) => expect(meant(text)).toBeUndefined());

  test("none of them can be a keyword, politely or not", () => {
    for (const word of ["stop", "PARAR", "stop please", "Start", "human", "停止"])
      expect(reservedWord(foldText(word))).toMatch(/Use another word$/);
    expect(reservedWord(foldText("guide"))).toBeUndefined();
  });
});

describe("the language of what is said by itself", () => {
  test.each([
    ["Here is your guide, have fun with it", "en"],
    ["Aquí tienes la guía, gracias por tu mensaje", "es"],
    ["Olá! Aqui está o link do curso, obrigada", "pt"],
    ["Bonjour, voici le lien pour votre guide", "fr"],
    ["Hier ist dein Link zum Kurs, danke dir", "de"],
    ["Ciao, ecco il link della guida per te", "it"],
    ["Voici ваш гайд", "ru"],
    ["Ось твій гайд, дякую за інтерес", "uk"],
    ["إليك الرابط", "ar"],
    ["ガイドはこちらです", "ja"],
    ["这是您的指南", "zh"],
    ["가이드입니다", "ko"],
    ["นี่คือคู่มือ", "th"],
    ["Guide", undefined],
    ["", undefined],
  ])("%s is in %s", (text, language) => expect(languageOf(text)).toBe(language));

  test("a disclosure follows its text, then the account, then English, and always says STOP or its word", () => {
    expect(disclosureFor("Olá! Aqui está o link do curso")).toBe(
      "Resposta automática. Escreva STOP para parar.",
    );
    expect(disclosureFor("Link:", "fr")).toBe("Réponse automatique. Écrivez STOP pour arrêter.");
    expect(disclosureFor("Link:")).toBe("Automated reply. Write STOP to end.");
    for (const language of replyLanguages) {
      const [word] = /STOP|СТОП/.exec(disclosureFor("", language)) ?? [];
      expect(meant(word ?? "")).toBe("STOP");
      const [again] = /START|СТАРТ/.exec(confirmationOf("OPT_OUT", language)) ?? [];
      expect(meant(again ?? "")).toBe("START");
    }
  });
});
