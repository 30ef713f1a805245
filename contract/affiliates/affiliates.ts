import { z } from "zod";
import { bareCode } from "#contract/typed-code.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { atMost, Email, Id, oneLine, Revision, SignedCents, Timestamp } from "#contract/values.ts";

const tags = ["Affiliates"];
const id = z.object({ id: Id });
/** A share of the price: 0.2 is 20 %. */
export const CommissionRate = z.number().min(0).max(1);

const givenRate = z
  .number()
  .min(0, "Between 0 and 100 %")
  .max(1, "Between 0 and 100 %")
  .refine(
    (rate) => Math.abs(rate * 10_000 - Math.round(rate * 10_000)) < 1e-6,
    "At most two decimals of a percent",
  );
const givenName = oneLine(120, "Name is required");

export const Affiliate = z.object({
  id: Id,
  name: z.string(),
  /** Null until somebody gave one; without it they cannot sign in. */
  email: z.string().nullable(),
  commissionRate: CommissionRate,
  active: z.boolean(),
  /** They have signed in and see their own page. */
  signedIn: z.boolean(),
  /** How many commission rows they have. */
  commissionCount: z.int(),
  revision: Revision,
  /** Sums of their commissions: still in the 30 days or held by a dispute, ready for a payout, in one, and paid. */
  pendingCents: SignedCents,
  payableCents: SignedCents,
  inPayoutCents: SignedCents,
  paidCents: SignedCents,
});
export type Affiliate = z.infer<typeof Affiliate>;

export const AffiliateLink = z.object({
  id: Id,
  affiliateId: Id,
  productId: Id.nullable(),
  code: z.string(),
  /** Where it leads: the product's checkout, or the store. */
  url: z.string(),
  affiliate: z.object({ id: Id, name: z.string(), email: z.string().nullable(), active: z.boolean() }),
  /** Null: every product. */
  product: z.object({ id: Id, title: z.string() }).nullable(),
  clicks: z.int(),
  conversions: z.int(),
  /** All commissions of the link, less what refunds took back. */
  earnedCents: SignedCents,
  active: z.boolean(),
  createdAt: Timestamp,
});
export type AffiliateLink = z.infer<typeof AffiliateLink>;

export const listAffiliateLinks = endpoint({
  method: "GET",
  url: "/api/affiliate-links",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "The creator's affiliate links", response: { 200: z.array(AffiliateLink) } },
});

export const createAffiliateLink = endpoint({
  method: "POST",
  url: "/api/affiliate-links",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 60, seconds: 60 },
    recentSignIn: "required when a new affiliate is to get more than half of each sale",
  },
  schema: {
    tags,
    summary:
      "Create a link for an affiliate: a known one by affiliateId or address, else a new one, who gets an invitation by mail. Without any of these the new affiliate is named after the code, and gets an address later. A code that is taken is 409 with suggestions.",
    body: z.object({
      code: z
        .string()
        .max(500, atMost(40))
        .overwrite(bareCode)
        .min(1, "Code is required")
        .min(3, "Use at least 3 characters")
        .max(40, atMost(40))
        .regex(/^[A-Za-z0-9_-]+$/, "Use letters, digits, - and _"),
      /** Null: every product. */
      productId: Id.nullable().default(null),
      affiliateId: Id.optional(),
      affiliateEmail: Email.optional(),
      affiliateName: givenName.optional(),
      /** Of a new affiliate; one that is known keeps theirs. */
      commissionRate: givenRate.default(0.2),
    }),
    response: { 201: AffiliateLink },
  },
});

export const updateAffiliateLink = endpoint({
  method: "PATCH",
  url: "/api/affiliate-links/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Switch a link on or off, or point it at another product",
    params: id,
    body: z.object({ active: z.boolean().optional(), productId: Id.nullable().optional() }),
    response: { 200: AffiliateLink },
  },
});

export const deleteAffiliateLink = endpoint({
  method: "DELETE",
  url: "/api/affiliate-links/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.endsOffer },
  schema: {
    tags,
    summary: "Delete a link; one with sales is switched off instead",
    params: id,
    response: { 200: z.object({ success: z.literal(true), deactivated: z.boolean() }) },
  },
});

export const listAffiliates = endpoint({
  method: "GET",
  url: "/api/affiliates",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's affiliates, with what they are owed",
    response: { 200: z.array(Affiliate) },
  },
});

export const updateAffiliate = endpoint({
  method: "PATCH",
  url: "/api/affiliates/:id",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Change an affiliate; a new rate counts for sales from now on",
    params: id,
    body: z.object({
      name: givenName.optional(),
      email: Email.optional(),
      commissionRate: givenRate.optional(),
      active: z.boolean().optional(),
      revision: Revision.optional(),
    }),
    response: { 200: Affiliate },
  },
});

export const inviteAffiliate = endpoint({
  method: "POST",
  url: "/api/affiliates/:id/invite",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 30, seconds: 3_600 },
    recentSignIn:
      "not needed: emails an affiliate their own links, at the address that only a recent sign-in changes",
  },
  schema: {
    tags,
    summary: "Mail an affiliate their links and the way to their page; at most once a day",
    params: id,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const exportAffiliateLinks = endpoint({
  method: "GET",
  url: "/api/affiliate-links/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "All affiliate links as CSV" },
});

export const exportAffiliates = endpoint({
  method: "GET",
  url: "/api/affiliates/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "All affiliates with what they are owed, as CSV" },
});
