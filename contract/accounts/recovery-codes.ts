import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { anyPerson } from "#contract/team/roles.ts";
import { Email, oneLine, Timestamp } from "#contract/values.ts";
import { User } from "./accounts.ts";

const tags = ["Recovery codes"];

/** How many recovery codes an account gets at once. */
export const recoveryCodeCount = 10;
/** How long a reset by an operator waits before it takes effect. */
export const resetHours = 72;

/** As it is typed: case, spaces and dashes don't matter. */
const RecoveryCode = oneLine(60, "Enter a recovery code");
/** Shown once. Only their hashes are stored. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const success = { 200: z.object({ success: z.literal(true) }) };
const access = { access: "creator", roles: anyPerson } as const;

/** A reset of an account's sign-in that an operator started. */
export const SignInReset = z.object({ startedAt: Timestamp, endsAt: Timestamp });
export type SignInReset = z.infer<typeof SignInReset>;

export const getEmailedCodes = endpoint({
  method: "GET",
  url: "/api/auth/emailed-codes",
  config: access,
  schema: {
    tags,
    summary: "Whether emailed codes sign in to the account, and how many recovery codes are left",
    response: {
      200: z.object({
        /** When they were turned off; null while they are on. */
        offSince: Timestamp.nullable(),
        recoveryCodesLeft: z.int(),
        reset: SignInReset.nullable(),
      }),
    },
  },
});

export const turnEmailedCodesOff = endpoint({
  method: "POST",
  url: "/api/auth/emailed-codes/off",
  config: { ...access, limit: { points: 20, seconds: 3600 }, recentSignIn: "required" },
  schema: {
    tags,
    summary:
      "Turn emailed codes off for an account with a passkey. The recovery codes in the answer are shown once; each works once.",
    response: { 200: RecoveryCodes },
  },
});

export const turnEmailedCodesOn = endpoint({
  method: "POST",
  url: "/api/auth/emailed-codes/on",
  config: { ...access, limit: { points: 20, seconds: 3600 }, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Turn emailed codes on again: recovery codes stop working, and a pending reset is canceled",
    response: success,
  },
});

export const makeRecoveryCodes = endpoint({
  method: "POST",
  url: "/api/auth/recovery-codes",
  config: { ...access, limit: { points: 20, seconds: 3600 }, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Make new recovery codes: the ones before stop working",
    response: { 200: RecoveryCodes },
  },
});

export const signInWithRecoveryCode = endpoint({
  method: "POST",
  url: "/api/auth/recovery-codes/sign-in",
  config: { access: "public", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary: "Sign in with one of the account's recovery codes, which is used up by it",
    body: z.object({ email: Email, code: RecoveryCode }),
    response: { 200: z.object({ user: User }) },
  },
});

export const confirmWithRecoveryCode = endpoint({
  method: "POST",
  url: "/api/auth/recent-sign-in/recovery-code",
  config: { ...access, limit: { points: 10, seconds: 60 }, recentSignIn: notNeeded.proof },
  schema: {
    tags,
    summary: "Prove once more who you are with one of your own recovery codes, which is used up by it",
    body: z.object({ code: RecoveryCode }),
    response: { 200: z.object({ provenUntil: Timestamp }) },
  },
});

export const cancelSignInReset = endpoint({
  method: "DELETE",
  url: "/api/auth/sign-in-reset",
  config: { ...access, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Cancel the reset of the account's sign-in that an operator started",
    response: success,
  },
});
