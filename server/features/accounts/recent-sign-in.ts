import { eq } from "drizzle-orm";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { users } from "#server/database/schema/accounts.ts";
import { passkeys } from "#server/database/schema/passkeys.ts";
import { Conflict, Invalid, Unauthorized } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import { defineJob } from "#server/jobs/job.ts";
import { sendCode } from "#server/mail/send-code.ts";
import { makeCode } from "#server/one-time-codes/make-code.ts";
import { redeemCode } from "#server/one-time-codes/redeem-code.ts";
import { CodeFlow, requestCode } from "#server/one-time-codes/request-code.ts";
import type { Services } from "#server/services.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { areCodesOff } from "./recovery/emailed-codes.ts";
import { markProven } from "./sessions.ts";

const purpose = "CREATOR_CONFIRM";

/** Makes the code by which somebody who is signed in proves once more who they are, and mails it. */
export const mailConfirmationCode = defineJob({
  name: "mail-confirmation-code",
  data: CodeFlow,
  async handle(services, { flowId }) {
    const findRecipient = async (_tx: unknown, email: string) => ({ email, customerId: null });
    const made = await makeCode(services, { flowId, findRecipient, withLink: false });
    if (made) await sendCode(services, { ...made, purpose });
  },
});

/** Whether the browser's sign-in is recent, and by what ways it can be made so. */
export async function getRecentSignIn(services: Services, { creatorId, isRecent }: SignedIn) {
  const { db, config } = services;
  const hasPasskey =
    relyingParty(config) !== undefined && (await db.$count(passkeys, eq(passkeys.ownerId, creatorId))) > 0;
  return {
    isRecent,
    email: await emailOf(services, creatorId),
    method: config.signIn.method,
    hasPasskey,
    codesOff: await areCodesOff(db, creatorId),
    mailbox: config.demo && config.mail.adapter === "mailbox",
  };
}

type Asking = { browserToken: string };

/** Asks for a code to the account's own address. Throws 409 where emailed codes are off. */
export async function requestConfirmationCode(
  services: Services,
  { creatorId }: SignedIn,
  asking: Asking & { ip: string },
): Promise<AskedForCode> {
  const email = await emailOf(services, creatorId);
  if (await areCodesOff(services.db, creatorId)) throw codesAreOff();
  // Whoever asks is signed in: strangers cannot use up the account's codes.
  return requestCode(services, { ...asking, email, purpose, known: true }, mailConfirmationCode);
}

/** Takes the code. Throws 422 for whatever does not fit, always with the same words. */
export async function confirmWithCode(
  services: Services,
  { creatorId, sessionId }: SignedIn,
  asking: Asking & { code: string },
): Promise<{ provenUntil: Date }> {
  const email = await emailOf(services, creatorId);
  const { clock } = services;
  const proven = await redeemCode(services, { ...asking, email, purpose }, async (tx) =>
    // They may have been turned off since this one was sent.
    (await areCodesOff(tx, creatorId)) ? undefined : markProven({ db: tx, clock }, sessionId),
  );
  if (!proven) throw Invalid({ code: "Invalid or expired verification code." });
  return proven;
}

const codesAreOff = () =>
  Conflict("Emailed codes are off for your account. Use a passkey or a recovery code.", "CODES_OFF");

export async function emailOf({ db }: Pick<Services, "db">, creatorId: string): Promise<string> {
  const [creator] = await db.select({ email: users.email }).from(users).where(eq(users.id, creatorId));
  if (!creator) throw Unauthorized();
  return creator.email.toLowerCase();
}
