import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import type { AutomaticMailSummary, getAutomaticMail } from "#contract/mailings/automatic-mails.ts";
import type { Output } from "#web/api.ts";

export type MyAutomaticMail = Output<typeof getAutomaticMail>;

export const kindWords: Record<
  AutomaticMailKind,
  {
    title: string;
    description: string;
    /** What its days are counted from; a label. */
    days: string;
    /** The mail that is of no product alone. */
    ofAll: string;
    /** What its placeholders are; below its subject. */
    filledIn: string;
  }
> = {
  WELCOME: {
    title: "Welcome",
    description: "To whoever confirms that they want your mails.",
    days: "Days after they joined your list",
    ofAll: "Everybody who joins",
    filledIn: "{first_name} and {store} are filled in; {product} is what it leads to.",
  },
  AFTER_PURCHASE: {
    title: "After a purchase",
    description: "To whoever bought something: once for each product and person, never after a refund.",
    days: "Days after the purchase",
    ofAll: "All products without a mail of their own",
    filledIn: "{first_name}, {store} and {product}, which they bought, are filled in.",
  },
  NEW_POST: {
    title: "New post",
    description: "To the members who can read a post, once it is published.",
    days: "Days after it was published",
    ofAll: "All memberships",
    filledIn: "{first_name}, {store} and {product}, the title of the post, are filled in.",
  },
  COURSE_REMINDER: {
    title: "Course reminder",
    description:
      "To whoever began a course, has not finished it and has stopped: once for each course and person.",
    days: "Days after they were last there",
    ofAll: "All courses without a mail of their own",
    filledIn: "{first_name}, {store} and {product}, their course, are filled in.",
  },
};

/** "at once", "3 days later". */
export const laterText = (days: number): string =>
  days === 0 ? "at once" : days === 1 ? "1 day later" : `${days.toLocaleString("en-US")} days later`;

/** "12 sent, 1 left out"; what is none is left away. */
export function outcomesText({ outcomes }: Pick<AutomaticMailSummary, "outcomes">): string {
  const { sent, waiting, skipped, failed, unknown } = outcomes;
  const parts = [
    [sent, "sent"],
    [waiting, "waiting"],
    [skipped, "left out"],
    [failed, "refused by the mail server"],
    [unknown, "without an answer"],
  ] as const;
  const said = parts.flatMap(([count, words]) =>
    count > 0 ? [`${count.toLocaleString("en-US")} ${words}`] : [],
  );
  return said.length > 0 ? said.join(", ") : "none sent yet";
}
