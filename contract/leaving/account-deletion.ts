import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { Timestamp } from "#contract/values.ts";

const tags = ["Leaving"];

/** How long a creator can take it back. */
export const deletionDays = 7;

/** What buyers and others are owed: an account with any of it is not deleted before it is settled. */
export const blockingKinds = [
  "DISPUTES",
  "REFUND_REQUESTS",
  "REFUNDS",
  "TO_SHIP",
  "TO_DELIVER",
  "SESSIONS",
  "EVENTS",
  "SUBMISSIONS",
  "HELD_PAYMENTS",
  "COMMISSIONS",
  "MONEY",
  "OPEN_PAYMENTS",
] as const;
/** What the deletion ends by itself. */
export const endedKinds = ["PLAN", "MEMBERS", "TRIALS", "MAILINGS", "ACCOUNTS", "EARNINGS"] as const;
export const obligationKinds = [...blockingKinds, ...endedKinds] as const;
export type ObligationKind = (typeof obligationKinds)[number];

/** More than so many of a kind are not counted. */
export const obligationsAtMost = 100;

export const AccountDeletion = z.object({
  askedAt: Timestamp,
  /** Not before this. */
  dueAt: Timestamp,
});

export const getAccountDeletion = endpoint({
  method: "GET",
  url: "/api/account/deletion",
  config: { access: "creator", roles: ownerOnly },
  schema: {
    tags,
    summary: "What is open in the account, and when it is deleted where that was asked for",
    response: {
      200: z.object({
        obligations: z.array(
          z.object({
            kind: z.enum(obligationKinds),
            /** 100 stands for more than 99. */
            count: z.int().min(1).max(obligationsAtMost),
            /** It has to be settled first; else the deletion ends it. */
            blocks: z.boolean(),
            /** The page where it is settled. */
            href: z.string(),
          }),
        ),
        deletion: AccountDeletion.nullable(),
      }),
    },
  },
});

export const askForDeletion = endpoint({
  method: "POST",
  url: "/api/account/deletion",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 3_600 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: `Have the account deleted in ${deletionDays} days: its store is closed at once. 409 while something is owed; asking again changes nothing`,
    body: z.object({
      /** The account's own handle, typed. */
      handle: z.string().max(100),
    }),
    response: { 201: AccountDeletion },
  },
});

export const keepAccount = endpoint({
  method: "DELETE",
  url: "/api/account/deletion",
  config: { access: "creator", roles: ownerOnly, recentSignIn: "not needed: keeps the store as it is" },
  schema: {
    tags,
    summary: "Take the deletion back: the store is as it was. Where none was asked for nothing changes",
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
