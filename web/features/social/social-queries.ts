import { getSocialSetup, listSocialAccounts } from "#contract/social/social-accounts.ts";
import { apiQuery, type Output } from "#web/api.ts";

/** An account as the server tells of it: moments are ISO text. */
export type Account = Output<typeof listSocialAccounts>[number];
export type Setup = Output<typeof getSocialSetup>;

/** The creator's connected accounts. Every tab needs them. */
export const accountsQuery = apiQuery(listSocialAccounts);

/** What can be connected here, the webhooks' addresses, and how much of the plan is used. */
export const setupQuery = apiQuery(getSocialSetup);
