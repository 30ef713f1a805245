import { type Mail, MailRefused } from "./mailer.ts";

const maxSubject = 150;
const attachmentsAtMost = 10;
const attachmentBytes = 32_768;
const address = /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}]+$/u;
const breaking = /[\p{Cc}\u2028\u2029]/u;
const breakingRun = /[\s\p{Cc}\u2028\u2029]+/gu;

/**
 * Text of users for a header: control characters, line breaks and runs of white space become one space; cut at `max`
 * characters.
 */
export function singleLine(text: string, max = maxSubject): string {
  const line = text.toWellFormed().replaceAll(breakingRun, " ").trim();
  const characters = Array.from(line);
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

/** Whether a text is one address and nothing else. */
export const isAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/** Refuses a mail whose headers, its attachments' among them, could be read as anything but the one line that was meant, or that carries too much. Both adapters call it first. */
export function checkHeaders({
  to,
  subject,
  fromName = "",
  replyTo,
  messageId,
  inReplyTo,
  headers = {},
  attachments = [],
}: Mail): void {
  if (!isAddress(to)) throw new MailRefused("The recipient is not one address");
  if (replyTo !== undefined && !isAddress(replyTo))
    throw new MailRefused("Answers would not go to one address");
  for (const id of [messageId, inReplyTo ?? messageId])
    if (!/^[A-Za-z0-9._-]{1,200}$/.test(id)) throw new MailRefused("The message id is malformed");
  if (breaking.test(subject)) throw new MailRefused("The subject is more than one line");
  if (subject.length === 0 || Array.from(subject).length > maxSubject)
    throw new MailRefused("The subject must have 1 to 150 characters");
  if (breaking.test(fromName)) throw new MailRefused("The sender's name is more than one line");
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name) || breaking.test(value))
      throw new MailRefused("A header is malformed");
  }
  if (attachments.length > attachmentsAtMost) throw new MailRefused("The mail has too many attachments");
  for (const { fileName, contentType, content } of attachments) {
    if (!/^[A-Za-z0-9._-]{1,100}$/.test(fileName)) throw new MailRefused("A file's name is malformed");
    if (!/^[a-z]+\/[a-z.+-]+(; [a-z]+=[A-Za-z0-9-]+)*$/.test(contentType))
      throw new MailRefused("A file's type is malformed");
    if (Buffer.byteLength(content) > attachmentBytes) throw new MailRefused("A file is too large for a mail");
  }
}
