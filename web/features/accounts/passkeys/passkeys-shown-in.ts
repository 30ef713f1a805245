import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { listPasskeys } from "#contract/accounts/passkeys.ts";
import { getEmailedCodes } from "#contract/accounts/recovery-codes.ts";

/** What shows passkeys, emailed codes and recovery codes, and what changed about them. */
export const passkeysShownIn = [listPasskeys, getEmailedCodes, listAccountEvents];
