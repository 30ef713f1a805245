import type { ReplyLanguage } from "#contract/social/reply-languages.ts";

type Confirmed = "OPT_OUT" | "HAND_OVER";

/** The one answer to STOP, and to a word for a person. */
const texts: Record<ReplyLanguage, Record<Confirmed, string>> = {
  en: {
    OPT_OUT: "You won't get automatic messages here anymore. Write START to get them again.",
    HAND_OVER: "Thanks! A person will reply to you here. Automatic replies are paused.",
  },
  es: {
    OPT_OUT: "Ya no recibirás mensajes automáticos aquí. Escribe START para volver a recibirlos.",
    HAND_OVER: "¡Gracias! Una persona te responderá aquí. Las respuestas automáticas están en pausa.",
  },
  pt: {
    OPT_OUT: "Você não receberá mais mensagens automáticas aqui. Escreva START para voltar a receber.",
    HAND_OVER: "Obrigado! Uma pessoa vai responder aqui. As respostas automáticas estão pausadas.",
  },
  fr: {
    OPT_OUT: "Vous ne recevrez plus de messages automatiques ici. Écrivez START pour en recevoir à nouveau.",
    HAND_OVER: "Merci ! Une personne vous répondra ici. Les réponses automatiques sont en pause.",
  },
  de: {
    OPT_OUT: "Du bekommst hier keine automatischen Nachrichten mehr. Mit START bekommst du sie wieder.",
    HAND_OVER: "Danke! Hier antwortet dir ein Mensch. Automatische Antworten sind pausiert.",
  },
  it: {
    OPT_OUT: "Non riceverai più messaggi automatici qui. Scrivi START per riceverli di nuovo.",
    HAND_OVER: "Grazie! Una persona ti risponderà qui. Le risposte automatiche sono in pausa.",
  },
  nl: {
    OPT_OUT: "Je krijgt hier geen automatische berichten meer. Stuur START om ze weer te krijgen.",
    HAND_OVER: "Bedankt! Een medewerker antwoordt je hier. Automatische antwoorden zijn gepauzeerd.",
  },
  pl: {
    OPT_OUT: "Nie będziesz już tu dostawać automatycznych wiadomości. Napisz START, aby je włączyć.",
    HAND_OVER: "Dziękujemy! Odpowie Ci tu człowiek. Automatyczne odpowiedzi są wstrzymane.",
  },
  tr: {
    OPT_OUT: "Artık burada otomatik mesaj almayacaksınız. Yeniden almak için START yazın.",
    HAND_OVER: "Teşekkürler! Size burada bir kişi yanıt verecek. Otomatik yanıtlar duraklatıldı.",
  },
  id: {
    OPT_OUT: "Anda tidak akan menerima pesan otomatis lagi di sini. Tulis START untuk menerimanya lagi.",
    HAND_OVER: "Terima kasih! Seseorang akan membalas Anda di sini. Balasan otomatis dijeda.",
  },
  vi: {
    OPT_OUT: "Bạn sẽ không nhận tin nhắn tự động ở đây nữa. Nhắn START để nhận lại.",
    HAND_OVER: "Cảm ơn! Sẽ có người trả lời bạn tại đây. Trả lời tự động đã tạm dừng.",
  },
  ru: {
    OPT_OUT: "Вы больше не будете получать здесь автоматические сообщения. Напишите СТАРТ, чтобы вернуть их.",
    HAND_OVER: "Спасибо! Вам ответит человек. Автоответы приостановлены.",
  },
  uk: {
    OPT_OUT: "Ви більше не отримуватимете тут автоматичних повідомлень. Напишіть СТАРТ, щоб повернути їх.",
    HAND_OVER: "Дякуємо! Вам відповість людина. Автовідповіді призупинено.",
  },
  el: {
    OPT_OUT: "Δεν θα λαμβάνετε πια αυτόματα μηνύματα εδώ. Γράψτε START για να τα λάβετε ξανά.",
    HAND_OVER: "Ευχαριστούμε! Θα σας απαντήσει άνθρωπος. Οι αυτόματες απαντήσεις είναι σε παύση.",
  },
  ar: {
    OPT_OUT: "لن تصلك رسائل آلية هنا بعد الآن. اكتب START لتصلك من جديد.",
    HAND_OVER: "شكرًا! سيرد عليك شخص هنا. الردود الآلية متوقفة مؤقتًا.",
  },
  he: {
    OPT_OUT: "לא תקבלו כאן עוד הודעות אוטומטיות. כתבו START כדי לקבל אותן שוב.",
    HAND_OVER: "תודה! נציג אנושי יענה לכם כאן. התשובות האוטומטיות מושהות.",
  },
  hi: {
    OPT_OUT: "अब आपको यहाँ स्वचालित संदेश नहीं मिलेंगे। फिर से पाने के लिए START लिखें।",
    HAND_OVER: "धन्यवाद! कोई व्यक्ति आपको यहाँ जवाब देगा। स्वचालित उत्तर रोक दिए गए हैं।",
  },
  th: {
    OPT_OUT: "คุณจะไม่ได้รับข้อความอัตโนมัติที่นี่อีก พิมพ์ START เพื่อรับอีกครั้ง",
    HAND_OVER: "ขอบคุณ! จะมีเจ้าหน้าที่ตอบคุณที่นี่ ข้อความอัตโนมัติหยุดชั่วคราว",
  },
  ja: {
    OPT_OUT: "今後ここでは自動メッセージは届きません。再開するにはSTARTと送信してください。",
    HAND_OVER: "ありがとうございます。担当者がここで返信します。自動返信は一時停止しました。",
  },
  ko: {
    OPT_OUT: "이제 여기서 자동 메시지를 받지 않습니다. 다시 받으려면 START를 보내세요.",
    HAND_OVER: "감사합니다! 담당자가 여기서 답장할 예정입니다. 자동 답장은 일시 중지되었습니다.",
  },
  zh: {
    OPT_OUT: "您将不再在此收到自动消息。发送 START 可重新接收。",
    HAND_OVER: "谢谢！将有真人在此回复您。自动回复已暂停。",
  },
};

export const confirmationOf = (confirmed: Confirmed, language: ReplyLanguage): string =>
  texts[language][confirmed];
