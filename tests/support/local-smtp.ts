import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived: what its headers and parts say, and how it travelled. */
export type ReceivedMail = {
  to: string;
  from: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  attachments: { fileName: string; contentType: string; content: string }[];
  /** Every byte of it. */
  raw: Buffer;
};

/** What the server does with the next mails: see `localSmtp`. */
export type SmtpMood = "accept" | "drop after data" | "refuse recipient" | "busy" | "silent";

const credentials = { user: "store", pass: "a long password" };

/**
 * A strict SMTP server on this machine. It wants a sign-in, one sender and one recipient, the same in the envelope and in
 * the headers, each header once, and lines as RFC 5322 has them; anything else is refused with the reason. Its mood can be
 * changed: it takes a mail and drops the connection without an answer, refuses the recipient for good, is busy, or
 * never greets.
 */
export async function localSmtp() {
  const received: ReceivedMail[] = [];
  const state = { mood: "accept" as SmtpMood };
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authMethods: ["PLAIN"],
    size: 1_000_000,
    onConnect: (_session, done) => (state.mood === "silent" ? undefined : done()),
    onAuth: ({ username, password }, _session, done) =>
      username === credentials.user && password === credentials.pass
        ? done(null, { user: username })
        : done(refusal(535, "Wrong user or password")),
    onRcptTo: (_address, _session, done) => {
      if (state.mood === "refuse recipient") return done(refusal(550, "No such mailbox"));
      return state.mood === "busy" ? done(refusal(451, "Try again later")) : done();
    },
    onData: async (stream, session, done) => {
      const raw = await buffer(stream);
      const envelope = {
        from: (session.envelope.mailFrom || { address: "" }).address,
        to: session.envelope.rcptTo.map(({ address }) => address),
      };
      const fault = formFault(raw.toString("latin1")) ?? (await readMail(raw, envelope, received));
      if (fault) return done(refusal(554, fault));
      if (state.mood !== "drop after data") return done(null, "Taken");
      for (const socket of sockets) socket.destroy();
    },
  });
  // Clients that leave in the middle are part of the tests.
  server.on("error", () => {});
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@127.0.0.1:${port}`,
    received,
    state,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const once = ["from", "to", "subject", "message-id", "date", "mime-version"];

/** What is wrong with the form of a message, as text of one character a byte. */
function formFault(raw: string): string | undefined {
  if (/[^\r]\n|\r[^\n]|\0/.test(raw)) return "A line does not end in CRLF";
  if (raw.split("\r\n").some((line) => line.length > 998)) return "A line is longer than 998 bytes";
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]/g, " ");
  const names = head.split("\r\n").map((line) => line.split(":")[0]?.toLowerCase() ?? "");
  const wrong = once.find((name) => names.filter((other) => other === name).length !== 1);
  if (wrong) return `The header ${wrong} must stand once`;
  return names.some((name) => name === "bcc" || name === "cc") ? "Nobody else is to read this" : undefined;
}

async function readMail(
  raw: Buffer,
  envelope: { from: string; to: string[] },
  received: ReceivedMail[],
): Promise<string | undefined> {
  const mail = await PostalMime.parse(raw);
  const to = mail.to?.map(({ address }) => address ?? "") ?? [];
  const from = { name: mail.from?.name ?? "", address: mail.from?.address ?? "" };
  if (from.address !== envelope.from) return "The sender is not the envelope's";
  if (to.length !== 1 || envelope.to.length !== 1 || to[0] !== envelope.to[0])
    return "The recipient is not the envelope's";
  if (!mail.text || !mail.html) return "A text and an HTML part are needed";
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
  received.push({
    to: to[0] ?? "",
    from,
    subject: mail.subject ?? "",
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId ?? "",
    headers,
    raw,
    attachments: mail.attachments.map(({ filename, mimeType, method, content }) => ({
      fileName: filename ?? "",
      contentType: method ? `${mimeType}; method=${method}; charset=utf-8` : mimeType,
      content: asSent(typeof content === "string" ? content : new TextDecoder().decode(content), method),
    })),
  });
  return undefined;
}

/** PostalMime ends the lines of a calendar file with a line feed alone, whatever ends them in the mail. */
const asSent = (content: string, method: string | undefined) =>
  method ? content.replaceAll("\n", "\r\n") : content;
