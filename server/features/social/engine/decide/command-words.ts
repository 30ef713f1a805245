import type { ReplyLanguage } from "#contract/social/reply-languages.ts";
import { foldText } from "./fold-text.ts";

export type Command = "STOP" | "START" | "HUMAN";

type Words = Partial<Record<ReplyLanguage | "other", string>>;

/**
 * Whole messages that end automatic replies, in the languages of fans; those of a language divided by commas. Only what
 * says nothing else: "para" is Spanish for stop, and for "for".
 */
const stop: Words = {
  en: "stop, stop all, stopall, unsubscribe, opt out, optout, stop messaging me, stop texting me, stop messages, no more messages",
  es: "parar, detener, baja, darme de baja, dar de baja, darse de baja, no más mensajes, no mas mensajes, desuscribir, cancelar suscripción",
  pt: "pare, sair, descadastrar, cancelar inscrição, cancelar inscricao, parar mensagens, não quero mais mensagens",
  fr: "arrêt, arret, arrête, arrete, arrêter, arreter, arrêtez, stopper, désabonner, desabonner, me désabonner, se désabonner, désinscription",
  de: "stopp, abmelden, abbestellen, aufhören, keine nachrichten mehr",
  it: "ferma, fermati, basta, disiscrivimi, annulla iscrizione, non voglio più messaggi",
  nl: "afmelden, uitschrijven, stoppen, geen berichten meer",
  pl: "wypisz, wypisz mnie, zatrzymaj, przestań, rezygnuję",
  tr: "dur, durdur, abonelikten çık, mesaj istemiyorum",
  id: "berhenti, henti, berhenti berlangganan",
  vi: "dừng, dừng lại, ngừng, hủy đăng ký",
  ru: "стоп, отписаться, отпишите, отпишись, отписка, остановить, хватит",
  uk: "відписатися, відпишіть, зупинити, досить",
  el: "στοπ, σταμάτα, σταματήστε, διακοπή, διαγραφή",
  ar: "توقف, توقفوا, إيقاف, ايقاف, أوقف, اوقف, قف, إلغاء الاشتراك, الغاء الاشتراك, لغو اشتراک",
  he: "עצור, עצרי, עצרו, הפסק, הפסיקו, הסר, הסירו, הסר אותי",
  hi: "रोकें, रोको, रुको, रुकें, बंद करो, बंद करें, स्टॉप",
  th: "หยุด, ยกเลิกการสมัคร, เลิกรับข้อความ",
  ja: "停止, ストップ, やめて, やめてください, 配信停止, 解除",
  ko: "정지, 중지, 그만, 멈춰, 스톱, 수신거부, 구독취소",
  zh: "停止, 停, 退订, 退訂, 取消订阅, 取消訂閱",
  other:
    "avsluta, avregistrera, odhlásit, zastavit, leiratkozás, állj, oprește, dezabonare, peruuta tilaus, lopeta",
};

/** Begin them again; said by anybody who did not end them, a word like any other. */
const start: Words = {
  en: "start, unstop, resume, start again",
  es: "empezar, iniciar, comenzar, reanudar",
  pt: "começar, comecar, retomar",
  fr: "démarrer, demarrer, commencer, reprendre",
  de: "starten, wieder starten",
  it: "inizia, avvia, ricomincia, riprendi",
  nl: "begin, hervatten",
  pl: "wznów, zacznij",
  tr: "başla, başlat",
  id: "mulai",
  vi: "bắt đầu",
  ru: "старт, начать, возобновить",
  uk: "почати, відновити",
  el: "έναρξη, ξεκίνα",
  ar: "ابدأ, ابدا, بدء, استئناف",
  he: "התחל, התחילי, התחילו, המשך",
  hi: "शुरू, शुरू करें, शुरू करो",
  th: "เริ่ม, เริ่มใหม่",
  ja: "開始, 再開, スタート",
  ko: "시작, 재개",
  zh: "开始, 開始, 恢复, 恢復",
};

/** Ask for a person. Platforms want such a way for every account, so it is on for all. */
const human: Words = {
  en: "human, a human, real human, real person, a real person, representative, live agent, talk to a human, talk to a person, speak to a human, speak to a person, talk to someone, talk to an agent, can i talk to a human, can i talk to a person",
  es: "humano, un humano, persona real, una persona real, hablar con una persona, hablar con un humano, hablar con alguien, hablar con un agente",
  pt: "atendente, pessoa real, uma pessoa real, falar com uma pessoa, falar com um humano, falar com atendente, falar com alguém",
  fr: "humain, un humain, une vraie personne, vraie personne, conseiller, parler à un humain, parler à une personne, parler à quelqu'un",
  de: "mensch, echter mensch, ein mensch, mitarbeiter, mit einem menschen sprechen, mit jemandem sprechen",
  it: "umano, operatore, persona reale, parlare con una persona, parlare con un operatore, parlare con qualcuno",
  nl: "mens, medewerker, echt persoon, met een mens praten, met iemand praten",
  pl: "człowiek, konsultant, porozmawiać z człowiekiem, rozmowa z człowiekiem",
  tr: "temsilci, müşteri temsilcisi, gerçek kişi, biriyle konuşmak istiyorum",
  id: "manusia, bicara dengan manusia, bicara dengan orang",
  vi: "người thật, nhân viên, nói chuyện với người thật",
  ru: "человек, оператор, живой человек, позвать человека, поговорить с человеком",
  uk: "людина, жива людина, поговорити з людиною",
  el: "άνθρωπος, εκπρόσωπος, θέλω άνθρωπο",
  ar: "إنسان, انسان, موظف, شخص حقيقي, أريد التحدث مع شخص, التحدث مع شخص",
  he: "נציג, נציג אנושי, בן אדם, לדבר עם נציג",
  hi: "इंसान, इंसान से बात, व्यक्ति से बात",
  th: "เจ้าหน้าที่, คุยกับคน, แอดมิน, ขอคุยกับคน",
  ja: "人間, 担当者, オペレーター, 人と話したい",
  ko: "상담원, 상담사, 사람, 사람과 대화",
  zh: "人工, 真人, 客服, 人工客服, 转人工, 轉人工",
};

/** What is said around a wish, and changes nothing about it. */
const courtesies =
  "please, pls, plz, thanks, thank you, now, por favor, porfa, gracias, obrigado, obrigada, s'il vous plaît, s'il te plaît, svp, stp, merci, bitte, danke, per favore, grazie, alsjeblieft, alstublieft, aub, proszę, lütfen, tolong, пожалуйста, будь ласка, παρακαλώ, من فضلك, لو سمحت, בבקשה, कृपया, ください, お願いします, 请, 請, 谢谢, ครับ, ค่ะ, 주세요";

const divided = (words: string): string[] => words.split(", ").map(foldText);

type Meaning = { command: Command; language: ReplyLanguage | undefined };

/** By the folded text. A word of two languages has none of its own, as STOP, which the whole world writes. */
const meanings = new Map<string, Meaning>();
for (const [command, words] of Object.entries({ STOP: stop, START: start, HUMAN: human }))
  for (const [language, list] of Object.entries(words))
    for (const word of divided(list)) {
      const known = meanings.get(word);
      if (known) known.language = undefined;
      else
        meanings.set(word, {
          command: command as Command,
          language:
            language === "other" || word === "stop" || word === "start"
              ? undefined
              : (language as ReplyLanguage),
        });
    }

const polite = divided(courtesies);
/** Longer texts are not looked at: no wish is longer. */
const longestWish = 80;

/** What a folded text as a whole asks for: one of the words above, with or without a please. */
export function commandOf(folded: string): Meaning | undefined {
  if (folded.length > longestWish) return undefined;
  return meanings.get(folded) ?? meanings.get(withoutCourtesies(folded));
}

function withoutCourtesies(folded: string): string {
  let text = folded;
  for (let before = ""; before !== text;) {
    before = text;
    for (const word of polite) {
      if (text.startsWith(`${word} `)) text = text.slice(word.length + 1);
      if (text.endsWith(` ${word}`)) text = text.slice(0, -word.length - 1);
    }
  }
  return text;
}

/** Why a folded keyword could never answer; undefined: it can. */
export function reservedWord(folded: string): string | undefined {
  const meaning = commandOf(folded);
  return meaning && reasons[meaning.command];
}

const reasons: Record<Command, string> = {
  STOP: "This word ends automatic replies for a person. Use another word",
  START: "This word starts automatic replies again for a person. Use another word",
  HUMAN: "This word asks for a person instead of an automatic reply. Use another word",
};
