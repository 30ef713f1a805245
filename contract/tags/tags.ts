import { z } from "zod";
import { Deleted } from "#contract/deletions/deletions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins, forSupport } from "#contract/team/roles.ts";
import { subscriberFilter } from "#contract/mailing-list/mailing-list.ts";
import { customerFilter } from "#contract/orders/customers.ts";
import { Id, oneLine } from "#contract/values.ts";
import { TagOfPerson } from "./tag-of-person.ts";

const tags = ["Tags"];
const limit = { points: 120, seconds: 60 };
const params = z.object({ id: Id });

export const mostTags = 100;
export const mostTagsOfPerson = 20;
export const longestTagName = 40;

/** In one form, so that é is é however it was typed. Two names that differ in capitals alone are one. */
export const TagName = z.string().normalize("NFC").pipe(oneLine(longestTagName, "Give the tag a name"));

/** The tag that a reply gives, by its name; empty: none. */
export const OptionalTagName = z.string().normalize("NFC").pipe(oneLine(longestTagName));

/** A word that a creator keeps about people: customers and subscribers alike, who are known by their mailbox. */
export const Tag = TagOfPerson.extend({
  /** How many mailboxes have it: people in conversations, whose mailbox is not known yet, are not counted. */
  people: z.int(),
  /** Mailings that have not begun, or not ended, and go by it. */
  mailings: z.int(),
});
export type Tag = z.infer<typeof Tag>;

export const listTags = endpoint({
  method: "GET",
  url: "/api/tags",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "The creator's tags by name, with how many people have each",
    response: { 200: z.array(Tag) },
  },
});

export const renameTag = endpoint({
  method: "PUT",
  url: "/api/tags/:id",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Give a tag another name; 409 where another tag has it",
    params,
    body: z.object({ name: TagName }),
    response: { 200: TagOfPerson },
  },
});

export const deleteTag = endpoint({
  method: "DELETE",
  url: "/api/tags/:id",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.undoable },
  schema: {
    tags,
    summary: "Take a tag from everybody. What a mailing asks of it holds of nobody from then on",
    params,
    response: { 200: Deleted },
  },
});

const ofPerson = z.object({ tags: z.array(TagOfPerson) });

export const tagCustomer = endpoint({
  method: "POST",
  url: "/api/customers/:id/tags",
  config: { access: "creator", roles: forSupport, limit, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary:
      "Give a customer a tag, which is made where there is none of that name; answers with all of theirs",
    params,
    body: z.object({ name: TagName }),
    response: { 200: ofPerson },
  },
});

export const untagCustomer = endpoint({
  method: "DELETE",
  url: "/api/customers/:id/tags/:tagId",
  config: { access: "creator", roles: forSupport, limit, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary: "Take a tag from a customer; answers with what is left of theirs",
    params: z.object({ id: Id, tagId: Id }),
    response: { 200: ofPerson },
  },
});

/** Chosen by hand; null: all that the filter finds. */
const chosen = z.array(Id).min(1, "Choose somebody").max(1_000, "Choose at most 1,000 by hand").nullable();

/** The tag is made where there is none of that name. `isTagged`: it is given, or taken. */
const change = { name: TagName, isTagged: z.boolean() };

const q = oneLine(200).optional();

const changed = z.object({
  /** Whom it was given to, or taken from: who had it already, or had it not, is not counted. */
  people: z.int(),
  /** Who have as many tags as one can have, and were left as they are. */
  full: z.int(),
});
export type TagChange = z.infer<typeof changed>;

export const tagCustomers = endpoint({
  method: "POST",
  url: "/api/customer-tags",
  config: { access: "creator", roles: forSupport, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Give a tag to many customers, or take it from them",
    body: z.object({ ...change, customerIds: chosen, filter: z.object({ ...customerFilter, q }).optional() }),
    response: { 200: changed },
  },
});

export const tagSubscribers = endpoint({
  method: "POST",
  url: "/api/subscriber-tags",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Give a tag to many addresses of the mailing list, or take it from them",
    body: z.object({
      ...change,
      subscriberIds: chosen,
      filter: z.object({ ...subscriberFilter, q }).optional(),
    }),
    response: { 200: changed },
  },
});
