import { z } from "zod";
import type { RichDocument } from "#contract/document/document.ts";
import { BioRichText } from "#contract/document/rich-text.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins, anyPerson, everybodyOfTheTeam, ownerOnly, teamRoles } from "#contract/team/roles.ts";
import { AskedForCode } from "./asked-for-code.ts";
import { RefundPolicy, RefundPolicyInput } from "./refund-policy.ts";
import { Email, Handle, Id, multiLine, oneLine, Picture, Revision, Timestamp } from "#contract/values.ts";

const tags = ["Accounts"];

/** Characters of what a bio says. */
export const mostBio = 1_000;

/** The signed-in creator, as they see themselves. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  handle: z.string(),
  /** What `bioDocument` says, without its looks. */
  bio: z.string().nullable(),
  bioDocument: z.custom<RichDocument>(),
  tagline: z.string().nullable(),
  /** Null where this installation has no plans. */
  plan: z.enum(["STARTER", "PRO", "ENTERPRISE"]).nullable(),
  trialEndsAt: Timestamp,
  /** Days that are left of the trial, the running one included; 0 with a plan of one's own, and where there are no plans. */
  trialDaysLeft: z.int(),
  profileCompleted: z.boolean(),
  /** False for colleagues and affiliates who came by an invitation, until they open a store of their own. */
  hasStore: z.boolean(),
  refundPolicy: RefundPolicy,
  /** The zone of all dates that they see, such as Europe/Zurich; null until a browser has told it. */
  timeZone: z.string().nullable(),
  /** In lines, below every mail that advertises; null while there is none, and then none leaves. */
  postalAddress: z.string().nullable(),
  /** Some creator has made them an affiliate. */
  isAffiliate: z.boolean(),
  /** Some order of theirs was paid. */
  hasSold: z.boolean(),
  /** When the account is deleted, where that was asked for; later where something is still owed by then. */
  deletesAt: Timestamp.nullable(),
  /** Why an operator has suspended the store; null while it is not. */
  suspendedFor: z.string().nullable(),
  revision: Revision,
  createdAt: Timestamp,
});
export type User = z.infer<typeof User>;

/**
 * Who is signed in, with the store they act for. On somebody else's team `id`, `handle`, name, picture and settings are of that
 * store's owner; `email` is always that of whoever is signed in, and there is neither a plan nor an affiliate's page.
 */
export const CurrentUser = User.extend({
  role: z.enum(["OWNER", ...teamRoles]),
  /** Of the person who is signed in. */
  personId: Id,
  /** Their own first name and picture, whatever store they act for. */
  personName: z.string().nullable(),
  personImageUrl: z.string().nullable(),
  /** They are on the team of some store, or an invitation to one waits for them. */
  hasTeams: z.boolean(),
  /** They run this installation, and see its desk at `/operator`. */
  isOperator: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** A creator as anyone may see them. */
export const Creator = z.object({
  handle: z.string(),
  name: z.string(),
  tagline: z.string().nullable(),
  bio: z.string().nullable(),
  /** The bio as safe HTML, without headings; empty where there is none. */
  bioHtml: z.string(),
  avatar: Picture.nullable(),
  /** What they have earned, and nothing else. */
  badges: z.array(z.enum(["PROFESSIONAL", "VERIFIED", "TOP"])),
  /** Their plan takes our name off whatever is theirs; where there are no plans it stands nowhere. */
  isWhiteLabel: z.boolean(),
  /** They asked to have their account deleted: nothing is sold here meanwhile. */
  isClosed: z.boolean(),
  /** An operator has suspended the store: nothing is sold here until it is reinstated. */
  isSuspended: z.boolean(),
});
export type Creator = z.infer<typeof Creator>;

export const getCurrentUser = endpoint({
  method: "GET",
  url: "/api/auth/user",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: { tags, summary: "Who is signed in, with the store they act for", response: { 200: CurrentUser } },
});

/** How creators sign in here, for the sign-in page. */
export const getSignInOptions = endpoint({
  method: "GET",
  url: "/api/auth/options",
  config: { access: "public" },
  schema: {
    tags,
    summary: "How creators sign in on this installation",
    response: {
      200: z.object({
        method: z.enum(["code", "oidc"]),
        /** Creators can sign in with a passkey, too. */
        passkeys: z.boolean(),
        /** Mail can be read at /dev/mailbox. */
        mailbox: z.boolean(),
        /** There is a demo creator to continue as. */
        demo: z.boolean(),
      }),
    },
  },
});

export const requestSignInCode = endpoint({
  method: "POST",
  url: "/api/auth/request-code",
  config: { access: "public", limit: { points: 30, seconds: 3600 } },
  schema: {
    tags,
    summary: "Send a sign-in code; the answer is the same for every address",
    body: z.object({ email: Email }),
    response: { 200: AskedForCode.extend({ success: z.literal(true), message: z.string() }) },
  },
});

export const verifySignInCode = endpoint({
  method: "POST",
  url: "/api/auth/verify-code",
  config: { access: "public", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary: "Sign in with the emailed code, in the browser that asked for it",
    body: z.object({ email: Email, code: z.string().regex(/^\d{6}$/, "Enter the 6 digits from the email") }),
    response: { 200: z.object({ user: User }) },
  },
});

export const signInAsDemo = endpoint({
  method: "POST",
  url: "/api/dev/sign-in-as-demo",
  config: { access: "demo" },
  schema: {
    tags,
    summary: "Continue as the demo creator (local mode and public demos only)",
    response: { 200: z.object({ user: User }) },
  },
});

export const updateProfile = endpoint({
  method: "PATCH",
  url: "/api/auth/user",
  config: { access: "creator", roles: ownerOnly, recentSignIn: "required when the handle changes" },
  schema: {
    tags,
    summary: "Change the profile",
    body: z.object({
      handle: Handle.optional(),
      firstName: oneLine(60, "First name is required").optional(),
      lastName: oneLine(60).optional(),
      tagline: oneLine(120).optional(),
      bio: multiLine(mostBio).optional(),
      /** Instead of `bio`: with bold words, links and lists. */
      bioDocument: BioRichText.optional(),
      /** An image of kind `avatar` uploaded before; null removes it. */
      avatarImageId: Id.nullable().optional(),
      refundPolicy: RefundPolicyInput.optional(),
      revision: Revision.optional(),
    }),
    response: { 200: CurrentUser },
  },
});

export const setTimeZone = endpoint({
  method: "PUT",
  url: "/api/auth/time-zone",
  config: { access: "creator", roles: ownerOnly, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Choose the zone in which dates are shown and days and months counted",
    body: z.object({
      timeZone: oneLine(64),
      /** It is the browser's, and nobody chose it: it stands only where there is none yet. */
      isGuess: z.boolean().default(false),
    }),
    response: { 200: CurrentUser },
  },
});

export const setPostalAddress = endpoint({
  method: "PUT",
  url: "/api/auth/postal-address",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Say the postal address that stands below mails that advertise",
    body: z.object({ postalAddress: multiLine(300, "Enter your postal address") }),
    response: { 200: CurrentUser },
  },
});

/** How somebody signed in. */
export const SignInMethod = z.enum(["CODE", "PASSKEY", "RECOVERY_CODE", "OIDC", "DEMO"]);

export const SignedInBrowser = z.object({
  id: z.string(),
  current: z.boolean(),
  method: SignInMethod,
  userAgent: z.string(),
  ip: z.string(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
});
export type SignedInBrowser = z.infer<typeof SignedInBrowser>;

export const listSessions = endpoint({
  method: "GET",
  url: "/api/auth/sessions",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags,
    summary: "Browsers signed in to this account",
    response: { 200: z.array(SignedInBrowser) },
  },
});

export const revokeSession = endpoint({
  method: "DELETE",
  url: "/api/auth/sessions/:id",
  config: {
    access: "creator",
    roles: anyPerson,
    recentSignIn: "not needed: signs a browser out, which has to be quick when a session was stolen",
  },
  schema: {
    tags,
    summary: "Sign one browser out",
    params: z.object({ id: z.string().max(100) }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const revokeOtherSessions = endpoint({
  method: "DELETE",
  url: "/api/auth/sessions",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 20, seconds: 3600 },
    recentSignIn: "not needed: signs browsers out, which has to be quick when a session was stolen",
  },
  schema: {
    tags,
    summary: "Sign out every browser but this one",
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

const destination = z.object({ returnTo: z.string().max(2_000).optional() });

export const login = endpoint({
  method: "GET",
  url: "/api/login",
  config: { access: "public" },
  schema: {
    tags,
    summary: "Navigation: begin to sign in, then return to `returnTo` (a path of this site)",
    querystring: destination.extend({
      /** Also where somebody is signed in: they prove who they are once more. Where codes are used it changes nothing. */
      again: z.literal("true").optional(),
    }),
  },
});

export const loginCallback = endpoint({
  method: "GET",
  url: "/api/login/callback",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: { tags, summary: "Navigation: return from the OpenID Connect provider" },
});

export const logout = endpoint({
  method: "GET",
  url: "/api/logout",
  config: { access: "public" },
  schema: { tags, summary: "Navigation: sign out", querystring: destination },
});

export const getCreator = endpoint({
  method: "GET",
  url: "/api/creators/:handle",
  config: { access: "public" },
  schema: {
    tags,
    summary: "A creator's public profile",
    params: z.object({ handle: z.string().max(60) }),
    response: { 200: Creator },
  },
});
