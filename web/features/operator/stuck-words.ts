import type { StuckItem } from "#contract/operator/operator.ts";

/** What each kind of what is stuck is called, and what giving it up means. */
export const kindWords: Record<
  StuckItem["kind"],
  { one: string; many: string; option: string; empty: string; givenUp: string }
> = {
  JOB: {
    one: "job",
    many: "jobs",
    option: "Jobs",
    empty: "What failed for good is kept here until you decide.",
    givenUp: "Nobody tries it again, and what it was to do is not done. This cannot be undone.",
  },
  MAIL: {
    one: "mail",
    many: "mails",
    option: "Mails",
    empty: "Mails that failed for good, that are held after a restore or that are late stand here.",
    givenUp: "It is never sent. This cannot be undone.",
  },
  WEBHOOK: {
    one: "webhook",
    many: "webhooks",
    option: "Webhooks",
    empty: "News of the payment provider that nobody has acted on for five minutes stands here.",
    givenUp:
      "Nobody acts on it any more. Open payments are asked for every minute all the same. This cannot be undone.",
  },
};

export const stateWords: Record<StuckItem["state"], string> = {
  FAILED: "Failed",
  HELD: "Held after a restore",
  LATE: "Late",
};

export const allOfName = (name: string): string => `all of ${name}`;
