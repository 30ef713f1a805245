import nodemailer from "nodemailer";
import parseAddresses from "nodemailer/lib/addressparser";
import { type DkimKey, signedFields } from "./dkim.ts";
import { checkHeaders } from "./mail-headers.ts";
import { type Mailer, MailNotAccepted, MailRefused } from "./mailer.ts";

/** One mail's time, waiting for a connection included; well below the claim of a queued mail. */
const wholeMailMs = 12_000;

export type SmtpSettings = {
  url: string;
  from: string;
  requireTls: boolean;
  returnPath?: string | undefined;
  /** Signs every mail as one of the domain of `from`; without it the server does. */
  dkimKey?: DkimKey | undefined;
  /** Headers of every mail, from our id of it. */
  labels?: (messageId: string) => Record<string, string>;
};

/**
 * Mail over SMTP. `url` is `smtp://` or `smtps://` with user and password; `from` is `Name <address>` or an address,
 * and is the sender of every mail; what comes back goes to `returnPath`, or there. With `requireTls` a server that offers no TLS gets no mail and no password. A server that does not answer is given up after seconds, never waited for.
 */
export function smtpMailer({
  url,
  from,
  requireTls,
  returnPath,
  dkimKey,
  labels = () => ({}),
}: SmtpSettings): Mailer & { close(): void } {
  const sender = senderOf(from);
  const transport = nodemailer.createTransport({
    url,
    requireTLS: requireTls,
    pool: true,
    maxConnections: 4,
    idleTimeout: 5_000,
    // A mail whose connection broke is tried again by the outbox, which knows when.
    maxRequeues: 0,
    connectionTimeout: 1_000,
    dnsTimeout: 2_000,
    greetingTimeout: 5_000,
    socketTimeout: 8_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkimKey && { dkim: signatureOf(dkimKey, sender.domain) }),
  });
  return {
    async send(mail) {
      checkHeaders(mail);
      const {
        messageId,
        to,
        subject,
        text,
        html,
        fromName,
        replyTo,
        inReplyTo,
        headers,
        attachments = [],
      } = mail;
      try {
        await transport.sendMail({
          messageId: `<${messageId}@${sender.domain}>`,
          // As objects, so that no part is read as a list of addresses.
          from: { name: fromName ?? sender.name, address: sender.address },
          to: { name: "", address: to },
          ...(returnPath && { envelope: { from: returnPath, to } }),
          ...(replyTo && { replyTo: { name: "", address: replyTo } }),
          ...(inReplyTo && {
            inReplyTo: `<${inReplyTo}@${sender.domain}>`,
            references: `<${inReplyTo}@${sender.domain}>`,
          }),
          subject,
          text,
          html,
          attachments: attachments.map(({ fileName, contentType, content }) => ({
            filename: fileName,
            contentType,
            content,
          })),
          headers: { "Auto-Submitted": "auto-generated", ...labels(messageId), ...headers },
          signal: AbortSignal.timeout(wholeMailMs),
        });
      } catch (error) {
        if (isPermanent(error)) throw new MailRefused("The mail server refused the mail", { cause: error });
        if (isNotAccepted(error))
          throw new MailNotAccepted("The mail server did not accept the mail", { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

const signatureOf = ({ selector, privateKey }: DkimKey, domainName: string) => ({
  domainName,
  keySelector: selector,
  privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  headerFieldNames: signedFields.join(":"),
});

/** Refused for good is the mail, not our sign-in to the server: that one is put right by whoever runs it. */
function isPermanent(error: unknown): boolean {
  const { permanent, code } = error as { permanent?: boolean; code?: string };
  return permanent === true && (code === "EENVELOPE" || code === "EMESSAGE");
}

/** The server said so, or was never spoken to. */
function isNotAccepted(error: unknown): boolean {
  const {
    responseCode = 0,
    code,
    syscall,
  } = error as {
    responseCode?: number;
    code?: string;
    syscall?: string;
  };
  return responseCode >= 400 || code === "EDNS" || code === "EAUTH" || syscall === "connect";
}

function senderOf(from: string): { name: string; address: string; domain: string } {
  const [first] = parseAddresses(from, { flatten: true });
  const domain = first?.address.split("@")[1];
  if (!first || !domain) throw new Error("MAIL_FROM is not an address");
  return { name: first.name || "Openstall", address: first.address, domain };
}
