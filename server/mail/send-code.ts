import { randomUUID } from "node:crypto";
import type { Services } from "#server/services.ts";
import type { CodePurpose } from "./code-mail.ts";

export type CodeMail = {
  to: string;
  code: string;
  purpose: CodePurpose;
  minutes: number;
  /** An address that does the same as the code, after a press on the page it opens. */
  link?: string | undefined;
};

/**
 * Sends a one-time code at once. It never goes through the outbox: a code rests nowhere but in the recipient's mailbox.
 * Call it from a job, which repeats what fails.
 */
export async function sendCode(
  { mailer }: Pick<Services, "mailer">,
  { to, ...words }: CodeMail,
): Promise<void> {
  const { renderCode } = await import("./code-mail.ts");
  const mail = await renderCode(words);
  await mailer.send({ ...mail, messageId: `code.${randomUUID()}`, to });
}

/** Answers a request for a sign-in code where emailed codes are off. Call it from a job, which repeats what fails. */
export async function sendCodesOff(
  { mailer, config }: Pick<Services, "mailer" | "config">,
  to: string,
): Promise<void> {
  const { renderCodesOff } = await import("./codes-off-mail.ts");
  const mail = await renderCodesOff(new URL("/sign-in", config.publicUrl).href);
  await mailer.send({ ...mail, messageId: `codes-off.${randomUUID()}`, to });
}
