import { randomUUID } from "node:crypto";
import type { Services } from "#server/services.ts";

/** Answers a request for a sign-in code where emailed codes are off. Call it from a job, which repeats what fails. */
export async function sendCodesOff(
  { mailer, config }: Pick<Services, "mailer" | "config">,
  to: string,
): Promise<void> {
  const { renderCodesOff } = await import("./codes-off-mail.ts");
  const mail = await renderCodesOff(new URL("/sign-in", config.publicUrl).href);
  await mailer.send({ ...mail, messageId: `codes-off.${randomUUID()}`, to });
}
