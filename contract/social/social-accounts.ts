import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins, forSupport } from "#contract/team/roles.ts";
import { atMost, Id, multiLine, oneLine, Timestamp } from "#contract/values.ts";

const tags = ["Social accounts"];
const id = z.object({ id: Id });

export const Platform = z.enum(["INSTAGRAM", "TWITTER", "FACEBOOK"]);
export type Platform = z.infer<typeof Platform>;

/** What keeps an account from working until somebody does something about it. */
export const AccountProblem = z.enum([
  /** A token typed by hand that the provider has not confirmed: it could not be reached. */
  "UNCONFIRMED",
  "RECONNECT",
  "RESTRICTED",
  "MESSAGE_ACCESS_OFF",
  "NO_CREDITS",
  /** The platform lets the app do less than it needs: not allowed by the creator, or not approved for the operator. */
  "PERMISSION_MISSING",
]);
export type AccountProblem = z.infer<typeof AccountProblem>;

/** A platform's own words about what went wrong: Meta's code is "10/2018300", code and subcode. */
export const ProviderError = z.object({ code: z.string().nullable(), message: z.string() });
export type ProviderError = z.infer<typeof ProviderError>;

export const SocialAccount = z.object({
  id: Id,
  userId: Id,
  platform: Platform,
  connection: z.enum(["DEMO", "OAUTH", "MANUAL"]),
  platformUserId: z.string(),
  /** Where the platform was asked to tell of events; null: it was not, as of demo accounts. */
  webhookUrl: z.string().nullable(),
  username: z.string(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isActive: z.boolean(),
  /** The provider has confirmed that the account is the creator's: it receives events. */
  verified: z.boolean(),
  problem: AccountProblem.nullable(),
  problemError: ProviderError.nullable(),
  /** When another app last answered somebody in this account's name; null: never, or longer ago than 30 days. */
  otherAppAt: Timestamp.nullable(),
  disclosesAutomation: z.boolean(),
  lastEventAt: Timestamp.nullable(),
  lastSentAt: Timestamp.nullable(),
  tokenIssuedAt: Timestamp.nullable(),
  /** Null: it does not end by itself. */
  tokenExpiresAt: Timestamp.nullable(),
  /** The platform's limits that are used up most, for the health line. Null: it names none. */
  quota: z.object({ used: z.int(), limit: z.int(), windowSeconds: z.int() }).nullable(),
  createdAt: Timestamp,
});
export type SocialAccount = z.infer<typeof SocialAccount>;

export const listSocialAccounts = endpoint({
  method: "GET",
  url: "/api/social-accounts",
  config: { access: "creator", roles: forSupport },
  schema: { tags, summary: "The creator's connected accounts", response: { 200: z.array(SocialAccount) } },
});

export const connectSocialAccount = endpoint({
  method: "POST",
  url: "/api/social-accounts",
  config: { access: "creator", roles: admins, limit: { points: 30, seconds: 60 }, recentSignIn: "required" },
  schema: {
    tags,
    summary:
      "Connect an account: a demo one with demo true or a name such as demo_instagram_1790000000000, else one by its token, which the provider is asked to confirm. An account that is connected to another store is 409; a token that the provider refuses is 422.",
    body: z.object({
      platform: Platform,
      /** A demo account without one is demo_{platform}_{time}. */
      username: z
        .string()
        .trim()
        .transform((name) => name.replace(/^@/, ""))
        .pipe(
          z
            .string()
            .max(100, atMost(100))
            .regex(/^[\p{L}\p{N}._-]*$/u, "Use letters, digits, dots, dashes and underscores"),
        )
        .default(""),
      accessToken: oneLine(2_000).default(""),
      demo: z.boolean().default(false),
      isActive: z.boolean().default(true),
    }),
    response: { 201: SocialAccount },
  },
});

export const updateSocialAccount = endpoint({
  method: "PATCH",
  url: "/api/social-accounts/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary: "Switch an account's automation, or its disclosure, on or off",
    params: id,
    body: z.object({ isActive: z.boolean().optional(), disclosesAutomation: z.boolean().optional() }),
    response: { 200: SocialAccount },
  },
});

export const disconnectSocialAccount = endpoint({
  method: "DELETE",
  url: "/api/social-accounts/:id",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Disconnect an account: its tokens, responses, rules and conversations are deleted",
    params: id,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const EventKind = z.enum([
  "MESSAGE",
  "STORY_REPLY",
  "COMMENT",
  "MENTION",
  "FOLLOW",
  "ECHO",
  "DELETION",
  "OTHER",
]);

/** How an event ended; null on the wire until it is decided. */
export const EventOutcome = z.enum([
  "QUEUED",
  "SENT",
  "SEND_FAILED",
  "SEND_UNKNOWN",
  "LISTED",
  "OWNER_NOTIFIED",
  "OPTED_OUT",
  "OPTED_IN",
  "NO_MATCH",
  "NO_TEXT",
  "ACCOUNT_OFF",
  "CONVERSATION_OFF",
  "CREATOR_ANSWERS",
  "PERSON_OPTED_OUT",
  "WINDOW_CLOSED",
  "PLAN_LIMIT",
  "HOURLY_LIMIT",
  "COOLDOWN",
  "NOT_ALLOWED",
  "ENCRYPTED",
  "OWN_MESSAGE",
  "DELETED",
  "UNSUPPORTED",
  "HANDED_OVER",
  "OTHER_APP",
]);
export type EventOutcome = z.infer<typeof EventOutcome>;

export const simulateFan = endpoint({
  method: "POST",
  url: "/api/social-accounts/:id/simulate",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 300, seconds: 60 },
    recentSignIn: "not needed: only demo accounts, which reach no real person",
  },
  schema: {
    tags,
    summary:
      "Send as a fan: the demo platform brings this to the engine as a real one would. Demo accounts only (409)",
    params: id,
    body: z.object({
      text: multiLine(1_000).default(""),
      username: z
        .string()
        .trim()
        .transform((name) => name.replace(/^@/, ""))
        .pipe(
          z
            .string()
            .min(1, "Username is required")
            .max(30, atMost(30))
            .regex(/^[A-Za-z0-9._]+$/, "Use letters, digits, dots and underscores"),
        )
        .default("demo_fan"),
      kind: z.enum(["DM", "COMMENT", "STORY_REPLY", "FOLLOW", "MENTION"]).default("DM"),
      /** COMMENT: under which post. */
      postId: oneLine(100).default(""),
      /** COMMENT: under a live video. */
      isLive: z.boolean().default(false),
    }),
    response: { 202: z.object({ eventId: z.int() }) },
  },
});

export const getSocialSetup = endpoint({
  method: "GET",
  url: "/api/social/setup",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "Which platforms can be connected here, the webhook addresses, and what the plan allows",
    response: {
      200: z.object({
        platforms: z.array(
          z.object({
            platform: Platform,
            /** The operator has an app there: real accounts can be connected. */
            available: z.boolean(),
            webhookUrl: z.string(),
            /** When the last event of any of the creator's real accounts there came. */
            lastEventAt: Timestamp.nullable(),
          }),
        ),
        replies: z.object({
          usedThisMonth: z.int(),
          /** Null: unlimited. */
          limit: z.int().nullable(),
        }),
      }),
    },
  },
});
