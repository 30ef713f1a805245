/** A small file that a mail carries. It is made with the mail, and rests nowhere. */
export type Attachment = {
  /** Letters, digits, dots, dashes. */
  fileName: string;
  contentType: string;
  /** Text, at most 32 kB; a mail carries ten at most. */
  content: string;
};

/** One mail as it leaves. `messageId` makes a repeated delivery recognisable. */
export type Mail = {
  /** Letters, digits, dots, dashes; the adapter adds its domain. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Shown as the sender's name; the address is always ours. */
  fromName?: string;
  /** Where answers go; without it, to our address, which nobody reads. */
  replyTo?: string;
  /** The `messageId` of the mail under which mail programs are to show this one. */
  inReplyTo?: string;
  attachments?: readonly Attachment[];
  headers?: Record<string, string>;
};

/** A mail without its recipient and identity. */
export type RenderedMail = Omit<Mail, "messageId" | "to">;

/** What carries mail away. Throws when no answer says that it was accepted: `MailRefused` when it never will be, `MailNotAccepted` when it was not. */
export type Mailer = { send(mail: Mail): Promise<void> };

/** This mail was certainly not accepted now, and may be tried again. After any other error it may have arrived. */
export class MailNotAccepted extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MailNotAccepted";
  }
}

/** This mail will not be accepted however often it is tried: a malformed header, an unknown recipient. */
export class MailRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MailRefused";
  }
}
