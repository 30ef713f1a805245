import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { Invalid } from "#server/errors.ts";
import { redeemCode } from "#server/one-time-codes/redeem-code.ts";
import { requestCode } from "#server/one-time-codes/request-code.ts";
import type { Services } from "#server/services.ts";
import { mailSignInCode } from "./mail-sign-in-code.ts";
import { findOrCreateCreator, type UserRow } from "./new-creator.ts";
import { areCodesOff } from "./recovery/emailed-codes.ts";
import { createSession } from "./sessions.ts";

/** What binds a code: the address it goes to, and the cookie of the browser that asked. */
type Asking = { email: string; browserToken: string };

const purpose = "CREATOR_SIGN_IN";

/**
 * Asks for a code to sign in with; the same work and answer for every address. `known` says that the address signed in
 * on this browser before.
 */
export const requestSignInCode = (
  services: Services,
  asking: Asking & { ip: string; known: boolean },
): Promise<AskedForCode> => requestCode(services, { ...asking, purpose }, mailSignInCode);

type Redeem = Asking & { code: string; userAgent: string; ip: string; known: boolean };

/**
 * Signs in with a code; a new address becomes a creator. Throws 422 for whatever does not fit, always with the same
 * words.
 */
export async function signInWithCode(
  services: Services,
  { userAgent, ip, known, ...asking }: Redeem,
): Promise<{ user: UserRow; token: string }> {
  const { clock } = services;
  const signedIn = await redeemCode(services, { ...asking, purpose }, async (tx) => {
    const user = await findOrCreateCreator(tx, clock, asking.email);
    // The same answer as for a wrong code: it tells nobody what the account has.
    if (await areCodesOff(tx, user.id)) return undefined;
    const session = { userId: user.id, method: "CODE", userAgent, ip, isNewBrowser: !known } as const;
    const { token } = await createSession({ db: tx, clock }, session);
    return { user, token };
  });
  if (!signedIn) throw Invalid({ code: "Invalid or expired verification code." });
  return signedIn;
}
