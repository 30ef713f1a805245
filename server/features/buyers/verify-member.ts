import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { Invalid } from "#server/errors.ts";
import type { Db } from "#server/database/client.ts";
import { redeemCode, redeemLink, type Redeemed } from "#server/one-time-codes/redeem-code.ts";
import { requestCode } from "#server/one-time-codes/request-code.ts";
import type { Services } from "#server/services.ts";
import { mailMemberCode } from "./mail-member-code.ts";
import { createMemberBrowser, type MemberTokens } from "./member-browsers.ts";

const purpose = "MEMBERSHIP_ACCESS";

/** The browser that proves an address: what it tells of itself, and the hashes of the proofs it held before. */
export type ProvingBrowser = { userAgent: string; ip: string; held: string[] };

/** Asks for a code and a link. The same work and the same answer, whether or not the address has bought anything. */
export const requestMemberAccess = (
  services: Services,
  asking: { email: string; browserToken: string; ip: string; known: boolean },
): Promise<AskedForCode> => requestCode(services, { ...asking, purpose }, mailMemberCode);

/** Proves an address by the code, in the browser that asked for it. Throws 422, always with the same words. */
export async function verifyMemberCode(
  services: Services,
  { email, code, browserToken }: { email: string; code: string; browserToken: string },
  browser: ProvingBrowser,
): Promise<MemberTokens> {
  const asking = { email, code, browserToken, purpose } as const;
  const tokens = await redeemCode(services, asking, startFor(services, browser));
  if (!tokens) throw Invalid({ token: "Invalid or expired verification code." });
  return tokens;
}

/** Proves an address by the mailed link, in any browser, once. Throws 422 for one that is over. */
export async function openMemberLink(
  services: Services,
  linkToken: string,
  browser: ProvingBrowser,
): Promise<MemberTokens> {
  const tokens = await redeemLink(services, { linkToken, purpose }, startFor(services, browser));
  if (!tokens) throw Invalid({ token: "This link has been used or has expired. Please ask for a new code." });
  return tokens;
}

function startFor(services: Services, { held, ...client }: ProvingBrowser) {
  return async (tx: Db, { customerId }: Redeemed) =>
    customerId === null ? undefined : createMemberBrowser(tx, services, { customerId, client, held });
}
