import { z } from "zod";
import { CommissionRate } from "./affiliates.ts";
import { endpoint } from "#contract/endpoint.ts";
import { admins, anyPerson, ownerOnly } from "#contract/team/roles.ts";
import { Id, SignedCents, Timestamp } from "#contract/values.ts";

const tags = ["Affiliates"];
const id = z.object({ id: Id });
const paged = z.object({
  /** How many rows at most, newest first. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export const CommissionStatus = z.enum(["PENDING", "PAYABLE", "PAID", "VOID"]);

export const Commission = z.object({
  id: Id,
  orderId: Id,
  affiliateId: Id,
  affiliateLinkId: Id,
  affiliateName: z.string(),
  code: z.string(),
  productTitle: z.string(),
  amountCents: SignedCents,
  commissionRate: CommissionRate,
  status: CommissionStatus,
  /** A dispute about the order is open. */
  held: z.boolean(),
  payableAt: Timestamp,
  paidAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Commission = z.infer<typeof Commission>;

export const Payout = z.object({
  id: Id,
  /** CSV: the creator pays by hand. TRANSFER: the payment provider pays one affiliate, by itself. */
  method: z.enum(["CSV", "TRANSFER"]),
  /** Why a transfer was refused; the payout is CSV since. */
  failure: z.string().nullable(),
  totalCents: SignedCents,
  affiliates: z.array(
    z.object({ id: Id, name: z.string(), email: z.string().nullable(), amountCents: SignedCents }),
  ),
  createdAt: Timestamp,
  /** Null until it is marked paid, or the transfer is made. */
  paidAt: Timestamp.nullable(),
});
export type Payout = z.infer<typeof Payout>;

export const listCommissions = endpoint({
  method: "GET",
  url: "/api/commissions",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "Commissions, newest first; negative ones take back what was refunded",
    querystring: paged,
    response: { 200: z.array(Commission) },
  },
});

export const listPayouts = endpoint({
  method: "GET",
  url: "/api/affiliate-payouts",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "Payout runs, newest first", response: { 200: z.array(Payout) } },
});

export const createPayout = endpoint({
  method: "POST",
  url: "/api/affiliate-payouts",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 30, seconds: 60 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary:
      "Put every payable commission into payouts: a transfer for each affiliate with a ready account, of what is kept for them, and one list for the rest. Affiliates who owe more than they are owed wait for the next run. 409 when there is nothing to pay.",
    response: { 201: z.array(Payout) },
  },
});

export const markPayoutPaid = endpoint({
  method: "POST",
  url: "/api/affiliate-payouts/:id/mark-paid",
  config: { access: "creator", roles: ownerOnly, recentSignIn: "required" },
  schema: {
    tags,
    summary:
      "The affiliates have their money: every commission of the payout is PAID. 409 for a transfer, which says so itself.",
    params: id,
    response: { 200: Payout },
  },
});

export const cancelPayout = endpoint({
  method: "DELETE",
  url: "/api/affiliate-payouts/:id",
  config: {
    access: "creator",
    roles: ownerOnly,
    recentSignIn: "not needed: takes back a payout that is not paid yet; paying asks",
  },
  schema: {
    tags,
    summary:
      "Dissolve a payout that is not paid; its commissions are payable again. 409 once it is paid, and for a transfer on its way.",
    params: id,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const exportCommissions = endpoint({
  method: "GET",
  url: "/api/commissions/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "All commissions as CSV" },
});

export const exportPayout = endpoint({
  method: "GET",
  url: "/api/affiliate-payouts/:id/export",
  config: { access: "creator", roles: admins, recentSignIn: "required" },
  schema: { tags, summary: "What a payout pays to whom, as CSV", params: id },
});

/** What an affiliate sees: their own links and figures, never who bought. */
export const getAffiliateOverview = endpoint({
  method: "GET",
  url: "/api/affiliate",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags: ["Affiliate's own page"],
    summary:
      "The signed-in person's links at every creator they send buyers to; all empty for those who are no affiliate",
    response: {
      200: z.object({
        pendingCents: SignedCents,
        payableCents: SignedCents,
        paidCents: SignedCents,
        commissionCount: z.int(),
        links: z.array(
          z.object({
            id: Id,
            code: z.string(),
            url: z.string(),
            creatorName: z.string(),
            productTitle: z.string().nullable(),
            commissionRate: CommissionRate,
            clicks: z.int(),
            sales: z.int(),
            earnedCents: SignedCents,
            /** The link and its affiliate are switched on: sales through it earn. */
            active: z.boolean(),
          }),
        ),
      }),
    },
  },
});

export const OwnCommission = Commission.pick({
  id: true,
  code: true,
  productTitle: true,
  amountCents: true,
  status: true,
  held: true,
  payableAt: true,
  paidAt: true,
  createdAt: true,
}).extend({ creatorName: z.string() });
export type OwnCommission = z.infer<typeof OwnCommission>;

export const listOwnCommissions = endpoint({
  method: "GET",
  url: "/api/affiliate/commissions",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags: ["Affiliate's own page"],
    summary: "The signed-in affiliate's commissions, newest first, without buyers or orders",
    querystring: paged,
    response: { 200: z.array(OwnCommission) },
  },
});
