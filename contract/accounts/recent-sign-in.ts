import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { anyPerson } from "#contract/team/roles.ts";
import { AskedForCode } from "./asked-for-code.ts";
import { AssertedPasskey } from "./passkeys.ts";
import { Timestamp } from "#contract/values.ts";

const tags = ["Accounts"];

/** When somebody last proved who they are in this browser, by whatever way. */
const Proven = z.object({ provenUntil: Timestamp });

export const getRecentSignIn = endpoint({
  method: "GET",
  url: "/api/auth/recent-sign-in",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags,
    summary: "Whether what asks for a recent sign-in is open now, and how to prove again who you are",
    response: {
      200: z.object({
        isRecent: z.boolean(),
        email: z.string(),
        /** `oidc`: by signing in at the provider once more. */
        method: z.enum(["code", "oidc"]),
        hasPasskey: z.boolean(),
        /** Emailed codes are off: a passkey or a recovery code proves it. */
        codesOff: z.boolean(),
        /** Mail can be read at /dev/mailbox. */
        mailbox: z.boolean(),
      }),
    },
  },
});

export const requestConfirmationCode = endpoint({
  method: "POST",
  url: "/api/auth/recent-sign-in/request-code",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 30, seconds: 3600 },
    recentSignIn: notNeeded.proof,
  },
  schema: {
    tags,
    summary: "Send a code to the account's own address, to prove once more who you are",
    response: { 200: AskedForCode.extend({ success: z.literal(true) }) },
  },
});

export const confirmWithCode = endpoint({
  method: "POST",
  url: "/api/auth/recent-sign-in/code",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 10, seconds: 60 },
    recentSignIn: notNeeded.proof,
  },
  schema: {
    tags,
    summary: "Prove once more who you are with the emailed code",
    body: z.object({ code: z.string().regex(/^\d{6}$/, "Enter the 6 digits from the email") }),
    response: { 200: Proven },
  },
});

export const confirmWithPasskey = endpoint({
  method: "POST",
  url: "/api/auth/recent-sign-in/passkey",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 20, seconds: 60 },
    recentSignIn: notNeeded.proof,
  },
  schema: {
    tags,
    summary: "Prove once more who you are with one of your own passkeys",
    body: z.object({ credential: AssertedPasskey }),
    response: { 200: Proven },
  },
});
