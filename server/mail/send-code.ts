import { randomUUID } from "node:crypto";
import type { Services } from "#server/services.ts";
import type { CodePurpose } from "./templates/code.ts";

export type CodeMail = { to: string; code: string; purpose: CodePurpose; minutes: number };

/**
 * Sends a one-time code at once. It never goes through the outbox: a code rests nowhere but in the recipient's mailbox.
 * Call it from a job, which repeats what fails.
 */
export async function sendCode(
  { mailer }: Pick<Services, "mailer">,
  { to, code, purpose, minutes }: CodeMail,
): Promise<void> {
  const { renderCode } = await import("./templates/code.ts");
  const mail = await renderCode({ code, purpose, minutes });
  await mailer.send({ ...mail, messageId: `code.${randomUUID()}`, to });
}
