import type { feedbackKinds } from "#server/database/schema/mail-feedback.ts";

export type FeedbackKind = (typeof feedbackKinds)[number];

/** What a provider or a mail server says of a mail that had left. */
export type MailReport = {
  /** The same for the same news, however often it comes. */
  eventId: string;
  /** Our id of the mail, which its Message-ID begins with; null where it is not said. */
  mailId: string | null;
  address: string;
  kind: FeedbackKind;
};

/** Thrown for what is no report that we can read, or not of whom it should be. */
export class ReportRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ReportRefused";
  }
}

/** Of those, what was not signed by whom it should be. */
export class ReportForged extends ReportRefused {}

/** Codes of RFC 3463 that say of an address that there is none. */
const noSuchMailbox = /^5\.1\.(1|2|10)$/;

/**
 * Of what was given up, whether the address is to blame. `5.7.x` is a judgement of the sender, `5.2.2` a mailbox that is
 * full: neither says that there is nobody. Null: nothing to note about the address. `isPermanent`: the provider itself has found that.
 */
export function kindOfFailure(status: string, isPermanent = false): "HARD" | "SOFT" | null {
  const code = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(status)?.[0] ?? "";
  if (code[2] === "7") return null;
  if (code === "5.2.2") return "SOFT";
  return isPermanent || noSuchMailbox.test(code) ? "HARD" : "SOFT";
}

/** Our id in a Message-ID of ours: `<id@domain>`. */
export const mailIdOf = (messageId: string): string | null =>
  /^\s*<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^@\s]+$/i
    .exec(messageId)?.[1]
    ?.toLowerCase() ?? null;
