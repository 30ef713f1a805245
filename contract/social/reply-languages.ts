/** Languages that automatic replies speak by themselves: the disclosure, and the answers to STOP and to a word for a person. */
export const replyLanguages = [
  "en",
  "es",
  "pt",
  "fr",
  "de",
  "it",
  "nl",
  "pl",
  "tr",
  "id",
  "vi",
  "ru",
  "uk",
  "el",
  "ar",
  "he",
  "hi",
  "th",
  "ja",
  "ko",
  "zh",
] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

/** Scripts that one language writes, most telling first: a Japanese text holds Chinese characters, too. */
const scripts: readonly [ReplyLanguage, RegExp][] = [
  ["ja", /[\p{scx=Hira}\p{scx=Kana}]/u],
  ["ko", /\p{scx=Hang}/u],
  ["zh", /\p{scx=Han}/u],
  ["th", /\p{scx=Thai}/u],
  ["hi", /\p{scx=Deva}/u],
  ["he", /\p{scx=Hebr}/u],
  ["ar", /\p{scx=Arab}/u],
  ["el", /\p{scx=Grek}/u],
  ["uk", /[іїєґ]/iu],
  ["ru", /\p{scx=Cyrl}/u],
];

/** Small words that a text in the Latin script can hardly do without, and that few other languages have. */
const smallWords: Partial<Record<ReplyLanguage, string>> = {
  en: "the you your here is are this for and with to it of get have my thanks",
  es: "el los las tu tus aquí está para y con gracias es un una hola que más tienes del por curso enlace",
  pt: "o os você seu sua aqui está para com obrigado obrigada é um uma olá que mais não do da link curso oi",
  fr: "le les vous votre ton ta voici est pour et avec merci un une bonjour que plus des du ici tu lien salut",
  de: "der die das du dein deine hier ist für und mit danke ein eine hallo mehr dir ich nicht den dem zum",
  it: "il gli tuo tua ecco qui è per con grazie un una ciao che più di del della sei corso",
  nl: "de het je jouw hier is voor en met bedankt een hoi hallo meer dit van niet dank",
  pl: "jest dla i z się dziękuję twój twoja tutaj tu oto cześć to na nie masz kurs",
  tr: "bir ve için bu burada ile teşekkürler merhaba sen senin işte daha var selam",
  id: "yang dan untuk ini di sini anda kamu terima kasih dengan halo adalah lebih kursus",
  vi: "và bạn của cho đây là với cảm ơn một xin chào khóa học này có",
};
const wordsOf = new Map(
  Object.entries(smallWords).map(([language, words]) => [
    language as ReplyLanguage,
    new Set(words.split(" ")),
  ]),
);

/** The language that a text is most likely written in; undefined where it is too short to tell. */
export function languageOf(text: string): ReplyLanguage | undefined {
  const ofScript = scripts.find(([, letters]) => letters.test(text));
  if (ofScript) return ofScript[0];
  const words =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/\p{L}+/gu) ?? [];
  let best: ReplyLanguage | undefined;
  let most = 1;
  let isTied = false;
  for (const [language, known] of wordsOf) {
    const hits = new Set(words.filter((word) => known.has(word))).size;
    if (hits > most) [best, most, isTied] = [language, hits, false];
    else if (hits === most && best) isTied = true;
  }
  return isTied ? undefined : best;
}

/** Says that a program writes, and how to end it. STOP works in every language. */
const disclosures: Record<ReplyLanguage, string> = {
  en: "Automated reply. Write STOP to end.",
  es: "Respuesta automática. Escribe STOP para no recibir más.",
  pt: "Resposta automática. Escreva STOP para parar.",
  fr: "Réponse automatique. Écrivez STOP pour arrêter.",
  de: "Automatische Antwort. Mit STOP beenden.",
  it: "Risposta automatica. Scrivi STOP per smettere.",
  nl: "Automatisch antwoord. Stuur STOP om te stoppen.",
  pl: "Odpowiedź automatyczna. Napisz STOP, aby zakończyć.",
  tr: "Otomatik yanıt. Durdurmak için STOP yazın.",
  id: "Balasan otomatis. Tulis STOP untuk berhenti.",
  vi: "Trả lời tự động. Nhắn STOP để dừng.",
  ru: "Автоответ. Напишите СТОП, чтобы отключить.",
  uk: "Автовідповідь. Напишіть СТОП, щоб вимкнути.",
  el: "Αυτόματη απάντηση. Γράψτε STOP για διακοπή.",
  ar: "رد آلي. اكتب STOP للإيقاف.",
  he: "תשובה אוטומטית. כתבו STOP להפסקה.",
  hi: "स्वचालित उत्तर। रोकने के लिए STOP लिखें।",
  th: "ข้อความอัตโนมัติ พิมพ์ STOP เพื่อหยุด",
  ja: "自動返信です。停止するにはSTOPと送信してください。",
  ko: "자동 답장입니다. 중지하려면 STOP을 보내세요.",
  zh: "自动回复。发送 STOP 可停止。",
};

export const disclosureIn = (language: ReplyLanguage): string => disclosures[language];

/** The disclosure under a text: in the text's language, else in the one that the account's replies are written in. */
export const disclosureFor = (text: string, usual: ReplyLanguage = "en"): string =>
  disclosures[languageOf(text) ?? usual];
