import { brokenConstraint } from "#server/database/client.ts";
import type { Queryable } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { browserCookie } from "#server/features/access/browser-cookie.ts";
import { moveChallenges } from "#server/features/accounts/passkeys/challenges.ts";
import { moveOpenCarts } from "#server/features/carts/open-cart.ts";
import { draftCookie } from "#server/features/checkout/draft-cookie.ts";
import { joinCheckoutBrowsers, joinDraftBrowsers } from "#server/features/checkout/join-browsers.ts";
import type { App } from "#server/http/http.ts";
import { heldTokens, keepFirstToken, type MintedCookie } from "#server/http/minted-cookies.ts";
import { codeCookie } from "#server/one-time-codes/asking-browser.ts";
import { joinCodeBrowsers } from "#server/one-time-codes/join-browsers.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

type Join = (client: Queryable, into: string, others: string[]) => Promise<unknown>;

/** What is kept under each token, and has to follow it. */
const kinds: [MintedCookie, Join[]][] = [
  [codeCookie, [joinCodeBrowsers, moveChallenges]],
  [browserCookie, [joinCheckoutBrowsers]],
  [draftCookie, [joinDraftBrowsers, moveOpenCarts]],
];

/**
 * Makes one browser of the tokens that answers to its first requests minted side by side, before the request is handled. All
 * it did under any of them is under the first from then on.
 */
export function joinMintedCookies(app: App, { config, pool }: Pick<Services, "config" | "pool">): void {
  app.addHook("onRequest", async (request, reply) => {
    for (const [cookie, joins] of kinds) {
      const [into, ...others] = heldTokens(config, request, cookie.name).map(hashToken);
      if (into === undefined || others.length === 0) continue;
      const joined = inTransaction(pool, async (client) => {
        for (const join of joins) await join(client, into, others);
        return true;
      });
      // A request that is still in flight began the same thing under the first token. The next request tries again.
      const isJoined = await joined.catch((error: unknown) => {
        if (brokenConstraint(error) === undefined) throw error;
        return false;
      });
      if (isJoined) keepFirstToken(config, request, reply, cookie);
    }
  });
}
