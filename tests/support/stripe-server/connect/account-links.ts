import type Stripe from "stripe";
import { endpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import { isReady, setReady } from "./accounts.ts";

/** An onboarding page that waits for the account's owner. */
export type AccountLink = {
  accountId: string;
  returnUrl: string;
  refreshUrl: string;
  /** In Unix seconds. */
  expiresAt: number;
  isUsed: boolean;
};

const livesSeconds = 10 * 60;

export const accountLinkEndpoints: Endpoint[] = [
  endpoint<Stripe.V2.Core.AccountLinkCreateParams>("POST /v2/core/account_links", ({ state, params }) => {
    const account = getRow(state, "accounts", params.account);
    const pages = params.use_case.account_onboarding;
    if (params.use_case.type !== "account_onboarding" || !pages)
      throw invalidParameter("use_case", "This server serves account_onboarding only.");
    const { refresh_url: refreshUrl, return_url: returnUrl } = pages;
    for (const [name, address] of Object.entries({ refresh_url: refreshUrl, return_url: returnUrl }))
      if (address === undefined || !/^https?:\/\/[^\s]+$/.test(address))
        throw invalidParameter(`use_case.account_onboarding.${name}`, "Not a valid URL", "url_invalid");
    const token = state.random.letters(32);
    const expiresAt = state.now() + livesSeconds;
    state.accountLinks.set(token, {
      accountId: account.id,
      refreshUrl,
      returnUrl: returnUrl ?? refreshUrl,
      expiresAt,
      isUsed: false,
    });
    return {
      object: "v2.core.account_link",
      account: account.id,
      created: isoTime(state.now()),
      expires_at: isoTime(expiresAt),
      livemode: false,
      url: `${state.pagesUrl}/onboarding/${token}`,
      use_case: params.use_case,
    };
  }),
  endpoint("POST /v1/accounts/{id}/login_links", ({ state, id }) => {
    const account = getRow(state, "accounts", id);
    if (account.dashboard !== "express" || !isReady(account))
      throw invalidParameter(
        "account",
        "Cannot create a login link for an account that has not completed onboarding.",
      );
    return {
      object: "login_link",
      created: state.now(),
      url: `${state.pagesUrl}/express/${state.random.letters(32)}`,
    };
  }),
];

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString();

export const onboardingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Onboarding test page</title>
<h1>Tell us who you are</h1>
<form method="post">
  <button name="result" value="complete">Complete</button>
  <button name="result" value="later">Save for later</button>
</form>
</html>`;

/** Where the owner goes who opens the page; undefined while it works. A link opens once, and not for long. */
export function openLink(state: StripeState, link: AccountLink): string | undefined {
  if (link.isUsed || state.now() > link.expiresAt) return link.refreshUrl;
  link.isUsed = true;
  return undefined;
}

/** The owner is through with the page; answers where they go back to. */
export function leaveLink(state: StripeState, link: AccountLink, isComplete: boolean): string {
  if (isComplete) setReady(state, getRow(state, "accounts", link.accountId), true);
  state.emitThin("v2.core.account_link.returned", link.accountId);
  return link.returnUrl;
}
