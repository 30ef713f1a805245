import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { listPasskeys } from "#contract/accounts/passkeys.ts";

/** What shows passkeys, and that they came and went. */
export const passkeysShownIn = [listPasskeys, listAccountEvents];
