import { and, eq, sql } from "drizzle-orm";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { Invalid } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import { defineJob } from "#server/jobs/job.ts";
import { sendCode } from "#server/mail/send-code.ts";
import { makeCode } from "#server/one-time-codes/make-code.ts";
import { redeemCode } from "#server/one-time-codes/redeem-code.ts";
import { CodeFlow, requestCode } from "#server/one-time-codes/request-code.ts";
import type { Services } from "#server/services.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { creatorsWith } from "./new-creator.ts";
import { isKeptToBeTakenBack } from "./kept-email.ts";
import { endOtherSessions, lockSignedIn } from "./sessions.ts";

const purpose = "EMAIL_CHANGE";

/** Makes the code that proves an account's next address, and mails it there; not to one that has an account of its own. */
export const mailEmailChangeCode = defineJob({
  name: "mail-email-change-code",
  data: CodeFlow,
  async handle(services, { flowId }) {
    const findRecipient = async (tx: Db, email: string) =>
      (await creatorsWith(tx, email)).length > 0 ? undefined : { email, customerId: null };
    const made = await makeCode(services, { flowId, findRecipient, withLink: false });
    if (made) await sendCode(services, { ...made, purpose });
  },
});

type Asking = { email: string; browserToken: string };

/** Asks for a code to the next address; the same work and answer for every address. */
export const requestEmailChange = (
  services: Services,
  asking: Asking & { ip: string },
): Promise<AskedForCode> => requestCode(services, { ...asking, purpose, known: false }, mailEmailChangeCode);

/**
 * Gives the account the address that the code was sent to, and signs out every other browser. A trigger writes down what the
 * address was, and mails it there. Throws 422 for whatever does not fit.
 */
export async function changeEmail(
  services: Services,
  signedIn: SignedIn,
  { code, ...asking }: Asking & { code: string },
  client: ActingBrowser,
): Promise<void> {
  const { clock } = services;
  const changed = await asUnlessTaken(() =>
    redeemCode(services, { code, ...asking, purpose }, async (tx) => {
      await lockSignedIn(tx, signedIn);
      await sayActingBrowser(tx, client, clock.now());
      await setEmail(tx, signedIn.creatorId, asking.email, clock.now());
      // Seen once nobody else can give it up any more.
      if (await isKeptToBeTakenBack(tx, asking.email, clock.now(), signedIn.creatorId)) throw isKept();
      await endOtherSessions({ db: tx }, signedIn);
      return true;
    }),
  );
  if (!changed) throw Invalid({ code: "Invalid or expired verification code." });
}

const isKept = () =>
  Invalid({ email: "Another account had this address until this week, and may take it back." });

/** Writes an account's address. */
export const setEmail = (tx: Db, creatorId: string, email: string, now: Date) =>
  tx
    .update(users)
    .set({ email, updatedAt: now })
    .where(and(eq(users.id, creatorId), sql`lower(${users.email}) <> ${email}`));

/** The address became another account's between the code and its use. */
async function asUnlessTaken<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (brokenConstraint(error) === "users_email_unique")
      throw Invalid({ email: "This address has an account of its own." });
    throw error;
  }
}
