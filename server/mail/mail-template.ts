import type { z } from "zod";
import type { Services } from "#server/services.ts";
import type { RenderedMail } from "./mailer.ts";

/**
 * What keeps a template from filling a mailbox; `docs/mails.md` has each one's numbers. A stranger can cause emails of the
 * first and the last two.
 */
export type MailLimit =
  /** It may go to an address that nobody proved or paid for. `admitMail` counts it; `mail-causes.ts` says when. */
  | "unproven-address"
  /** Its recipient paid, gave a card, or was paid: one for each payment, bill, refund or change. */
  | "payment"
  /** Its recipient proved the address and asked for it, once. */
  | "proven-address"
  /** An account's own acts cause it, each with a rate limit. */
  | "own-account"
  /** News for a creator, the team or an operator, which what causes it gathers or limits. */
  | "desk-news"
  /** News that strangers can cause without end: `admitMail` skips what is past so many of the template a day. */
  | { perDay: number };

/** A mail that goes through the outbox. */
export type MailTemplate<Data extends z.ZodType = z.ZodType, Limit extends MailLimit = MailLimit> = {
  limit: Limit;
  /** What the outbox keeps; never a code or a token. */
  data: Data;
  /** Gives what renders it. Loaded with the first mail: React and its mail components cost every start half a second. */
  load(): Promise<(services: Services, data: z.output<Data>) => Promise<RenderedMail>>;
};

export const defineMail = <Data extends z.ZodType, const Limit extends MailLimit>(
  mail: MailTemplate<Data, Limit>,
): MailTemplate<Data, Limit> => mail;
