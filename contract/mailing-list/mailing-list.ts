import { z } from "zod";
import { ChosenIds } from "#contract/chosen-rows.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { Email, Id, multiLine, oneLine, Revision, Timestamp, PlaceCursor } from "#contract/values.ts";

const tags = ["Mailing list"];
const params = z.object({ handle: z.string().max(100) });

/** A creator's list as anyone may see it. */
export const PublicList = z.object({
  title: z.string(),
  /** What the mails are about. */
  promise: z.string(),
  /** What whoever has confirmed gets for free; null: nothing. */
  thanks: z.object({ title: z.string() }).nullable(),
});
export type PublicList = z.infer<typeof PublicList>;

export const getPublicList = endpoint({
  method: "GET",
  url: "/api/creators/:handle/mailing-list",
  config: { access: "public", limit: { points: 600, seconds: 60 } },
  schema: {
    tags,
    summary: "A creator's mailing list, where it is open to be joined",
    params,
    response: {
      200: z.object({
        list: PublicList.nullable(),
        /** The creator's own colour, such as #cf3d08; null where their store looks as every new one does. */
        accent: z.string().nullable(),
      }),
    },
  },
});

export const joinList = endpoint({
  method: "POST",
  url: "/api/creators/:handle/subscribers",
  config: { access: "public", limit: { points: 30, seconds: 3_600 } },
  schema: {
    tags,
    summary:
      "Ask for a creator's mails: a code and a link to confirm it are mailed. The answer is the same for every address",
    params,
    body: z.object({
      email: Email,
      /** What is to come: who confirms is told, once, when it can be bought. */
      productId: Id.optional(),
      /** Nobody sees this field; programs that fill in every field do. */
      website: oneLine(2_000).optional(),
    }),
    response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
  },
});

export const joinListByForm = endpoint({
  method: "POST",
  url: "/api/creators/:handle/subscribers/form",
  config: { access: "public", limit: { points: 30, seconds: 3_600 } },
  schema: {
    tags,
    summary:
      "The same from a form of a page without a script, for a product that is to come; leads on to the page that takes the code",
    params,
    querystring: z.object({ product: Id }),
    body: z.object({ email: Email, website: oneLine(2_000).optional() }),
  },
});

export const confirmSubscription = endpoint({
  method: "POST",
  url: "/api/creators/:handle/subscribers/confirm",
  config: { access: "public", limit: { points: 30, seconds: 600 } },
  schema: {
    tags,
    summary: "Confirm an address with the mailed code, or with the token of the mailed link",
    params,
    body: z
      .object({
        token: z.string().max(200).optional(),
        email: Email.optional(),
        code: oneLine(20).optional(),
      })
      .refine(
        ({ token, email, code }) => token !== undefined || (email !== undefined && code !== undefined),
        {
          path: ["code"],
          error: "Enter the code from the mail",
        },
      ),
    response: {
      200: z.object({
        /** What the subscriber was given, and by what its order's page is opened; null where nothing was promised. */
        thanks: z.object({ title: z.string(), orderReference: z.string(), email: z.string() }).nullable(),
      }),
    },
  },
});

/** Whose mails a link ends, and whether it has. */
export const Unsubscribing = z.object({
  creatorName: z.string(),
  handle: z.string(),
  /** Whether that creator may write to the address. */
  isSubscribed: z.boolean(),
  /** Whether mails about the cart that the link is of were ended; null where it is of none. */
  isCartStopped: z.boolean().nullable(),
  /** Whether the mails of all stores here were. */
  isAllStopped: z.boolean(),
});

export const UnsubscribeScope = z.enum(["creator", "cart", "all"]);
export type UnsubscribeScope = z.infer<typeof UnsubscribeScope>;
/** Without a word of it, as mail programs ask: the creator's mails. */
const scoped = z.object({ scope: UnsubscribeScope.default("creator") });

const linkParams = z.object({ token: z.string().max(200) });

export const getSubscription = endpoint({
  method: "GET",
  url: "/api/unsubscribe/:token",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Whose mails an unsubscribe link ends; it changes nothing",
    params: linkParams,
    response: { 200: Unsubscribing },
  },
});

export const unsubscribe = endpoint({
  method: "POST",
  url: "/api/unsubscribe/:token",
  // A mail program's own servers press it for all who use that program.
  config: { access: "public", limit: { points: 600, seconds: 60 } },
  schema: {
    tags,
    summary:
      "End a creator's mails, a cart's or all, as RFC 8058 does it: a POST of any form, without a cookie. An address that was removed since gets none, and is answered alike",
    params: linkParams,
    querystring: scoped,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const resubscribe = endpoint({
  method: "POST",
  url: "/api/unsubscribe/:token/undo",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Take an unsubscribing back; a list is joined again by an address that had confirmed it",
    params: linkParams,
    querystring: scoped,
    response: { 200: Unsubscribing },
  },
});

export const subscriberStates = ["PENDING", "SUBSCRIBED", "UNSUBSCRIBED"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** An address on a creator's list, with the proof of its consent. */
export const Subscriber = z.object({
  id: Id,
  email: z.string(),
  state: z.enum(subscriberStates),
  consentText: z.string(),
  /** When it was asked for, and from which network address. */
  askedAt: Timestamp,
  ipAddress: z.string().nullable(),
  confirmedAt: Timestamp.nullable(),
  unsubscribedAt: Timestamp.nullable(),
  /** What the creator keeps about whoever has this mailbox, by name. */
  tags: z.array(TagOfPerson),
});
export type Subscriber = z.infer<typeof Subscriber>;

export const ListSettings = z.object({
  isOpen: z.boolean(),
  title: oneLine(80),
  promise: multiLine(300),
  thanksProductId: Id.nullable(),
});
export type ListSettings = z.infer<typeof ListSettings>;

/** A creator's own list. */
export const MailingList = ListSettings.extend({
  revision: Revision,
  subscribed: z.int(),
  pending: z.int(),
  unsubscribed: z.int(),
  /** Mails that wait for the day's limit of new creators. */
  waitingMails: z.int(),
});
export type MailingList = z.infer<typeof MailingList>;

export const getMailingList = endpoint({
  method: "GET",
  url: "/api/mailing-list",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's mailing list and how many are on it",
    response: { 200: MailingList },
  },
});

export const saveMailingList = endpoint({
  method: "PUT",
  url: "/api/mailing-list",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Open or close the mailing list, and say what it is about",
    body: ListSettings.extend({ revision: Revision.optional() }),
    response: { 200: MailingList },
  },
});

export const subscriberFilter = {
  /** A part of the address. */
  q: z.string().max(200).optional(),
  state: z.enum(subscriberStates).optional(),
  /** Only who has this tag. */
  tagId: Id.optional(),
};

export const listSubscribers = endpoint({
  method: "GET",
  url: "/api/mailing-list/subscribers",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The addresses of the mailing list, the newest first",
    querystring: z.object({
      ...subscriberFilter,
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ subscribers: z.array(Subscriber), nextCursor: z.string().nullable() }) },
  },
});

export const countSubscribers = endpoint({
  method: "GET",
  url: "/api/mailing-list/subscriber-count",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "How many addresses of the mailing list a filter finds",
    querystring: z.object(subscriberFilter),
    response: { 200: z.object({ subscribers: z.int() }) },
  },
});

export const deleteSubscriber = endpoint({
  method: "DELETE",
  url: "/api/mailing-list/subscribers/:id",
  config: {
    access: "creator",
    roles: admins,
    recentSignIn: "not needed: removes one address at its owner's wish, who can sign up again",
  },
  schema: {
    tags,
    summary: "Remove an address and what is kept about it",
    params: z.object({ id: Id }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const exportSubscribers = endpoint({
  method: "GET",
  url: "/api/exports/subscribers.csv",
  config: { access: "creator", roles: admins, limit: { points: 20, seconds: 60 }, recentSignIn: "required" },
  schema: {
    tags,
    summary:
      "The mailing list with the proof of every consent, as CSV: all, those of some ids, or those that a filter finds",
    querystring: z.object({ ...subscriberFilter, ids: ChosenIds.optional() }),
  },
});
