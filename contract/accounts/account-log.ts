import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { anyPerson, teamRoles } from "#contract/team/roles.ts";
import { SignInMethod } from "./accounts.ts";
import { Id, Timestamp, PlaceCursor } from "#contract/values.ts";
import { Platform } from "#contract/social/social-accounts.ts";

const at = { id: Id, createdAt: Timestamp };
/** From where it was done; empty for what was written down before this was kept. */
const by = { userAgent: z.string(), ip: z.string() };

const Role = z.enum(teamRoles);
/** Who it was of the store's team, and as what. */
const colleague = { name: z.string(), email: z.string(), role: Role };

/** Something that happened in an account, and would be news to its creator if it was not them. */
export const AccountEvent = z.discriminatedUnion("kind", [
  z.object({
    ...at,
    kind: z.literal("SIGNED_IN"),
    method: SignInMethod,
    ...by,
  }),
  z.object({ ...at, kind: z.literal("SIGNED_OUT_ELSEWHERE"), ...by }),
  z.object({ ...at, kind: z.literal("PASSKEY_ADDED"), name: z.string(), ...by }),
  z.object({ ...at, kind: z.literal("PASSKEY_REMOVED"), name: z.string(), ...by }),
  z.object({ ...at, kind: z.literal("CODES_TURNED_OFF"), ...by }),
  z.object({ ...at, kind: z.literal("CODES_TURNED_ON"), ...by }),
  z.object({ ...at, kind: z.literal("RECOVERY_CODES_MADE"), ...by }),
  /** `left`: how many still work. */
  z.object({ ...at, kind: z.literal("RECOVERY_CODE_USED"), left: z.string(), ...by }),
  /** An operator started it: emailed codes are on again at `endsAt`. */
  z.object({ ...at, kind: z.literal("SIGN_IN_RESET_STARTED"), endsAt: z.string() }),
  /** By the owner, or by an operator: then without a browser. */
  z.object({ ...at, kind: z.literal("SIGN_IN_RESET_CANCELED"), ...by }),
  z.object({ ...at, kind: z.literal("SIGN_IN_RESET") }),
  z.object({ ...at, kind: z.literal("EMAIL_CHANGED"), from: z.string(), to: z.string(), ...by }),
  z.object({ ...at, kind: z.literal("EMAIL_TAKEN_BACK"), from: z.string(), to: z.string(), ...by }),
  z.object({ ...at, kind: z.literal("HANDLE_CHANGED"), from: z.string(), to: z.string() }),
  z.object({ ...at, kind: z.literal("PAYOUTS_CONNECTED"), provider: z.string(), ...by }),
  z.object({ ...at, kind: z.literal("SOCIAL_CONNECTED"), platform: Platform, username: z.string() }),
  z.object({ ...at, kind: z.literal("EXPORT_ASKED_FOR"), files: z.enum(["yes", "no"]) }),
  z.object({ ...at, kind: z.literal("TEAM_INVITED"), email: z.string(), role: Role }),
  z.object({ ...at, kind: z.literal("TEAM_JOINED"), ...colleague }),
  z.object({ ...at, kind: z.literal("TEAM_ROLE_CHANGED"), ...colleague, before: Role }),
  /** They left, or were removed. */
  z.object({ ...at, kind: z.literal("TEAM_LEFT"), ...colleague }),
  /** Somebody on the team did something for the store: `what`, in the words of the call. */
  z.object({ ...at, kind: z.literal("COLLEAGUE_ACTED"), ...colleague, what: z.string() }),
  z.object({ ...at, kind: z.literal("DELETION_ASKED_FOR"), ...by }),
  z.object({ ...at, kind: z.literal("DELETION_TAKEN_BACK"), ...by }),
  z.object({ ...at, kind: z.literal("SENDER_NAME_REVIEW_REQUESTED"), name: z.string(), ...by }),
  z.object({ ...at, kind: z.literal("SENDER_NAME_APPROVED"), name: z.string() }),
  z.object({ ...at, kind: z.literal("SENDER_NAME_DECLINED"), name: z.string(), reason: z.string() }),
  z.object({ ...at, kind: z.literal("STORE_SUSPENDED"), reason: z.string() }),
  z.object({ ...at, kind: z.literal("STORE_REINSTATED") }),
]);
export type AccountEvent = z.infer<typeof AccountEvent>;

export const listAccountEvents = endpoint({
  method: "GET",
  url: "/api/auth/log",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags: ["Accounts"],
    summary: "What happened in the creator's account within a year, the newest first, 20 to a page",
    querystring: z.object({
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ events: z.array(AccountEvent), nextCursor: z.string().nullable() }) },
  },
});
