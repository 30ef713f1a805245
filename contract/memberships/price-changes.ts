import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Cents, Id, Timestamp } from "#contract/values.ts";

const tags = ["Members"];
const params = z.object({ id: Id });
const interval = { billingInterval: z.enum(["MONTH", "YEAR"]) };

/** A price that present members are told of, and how far that has come. */
export const PriceChange = z.object({
  priceCents: Cents,
  announcedAt: Timestamp,
  /** Nobody is charged it before. */
  startsAt: Timestamp,
  /** Null where it is too late. */
  withdrawableUntil: Timestamp.nullable(),
  told: z.int(),
  /** Those of them who pay it already, and those who will. */
  charged: z.int(),
  waiting: z.int(),
  /** The first payment that it is for. */
  firstChargeAt: Timestamp.nullable(),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** What the present members of one interval pay, and what they were told of. */
export const MemberPrices = z.object({
  ...interval,
  /** Those who go on, by what they pay. */
  prices: z.array(
    z.object({
      priceCents: Cents,
      members: z.int(),
      /** The first payment of any of them that another price could be for, were they told now. */
      firstChargeAt: Timestamp.nullable(),
    }),
  ),
  change: PriceChange.nullable(),
});
export type MemberPrices = z.infer<typeof MemberPrices>;

export const listMemberPrices = endpoint({
  method: "GET",
  url: "/api/products/:id/member-prices",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What present members pay, and which price they were told of",
    params,
    response: { 200: z.array(MemberPrices) },
  },
});

export const announcePriceChange = endpoint({
  method: "POST",
  url: "/api/products/:id/price-changes",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 30, seconds: 3_600 },
    recentSignIn:
      "not needed: members are told 30 days before they pay another price, and it can be withdrawn until then",
  },
  schema: {
    tags,
    summary:
      "Tell present members that they will pay today's price of new members, from their first renewal 30 days or more after they were told",
    params,
    body: z.object({ ...interval, priceCents: Cents }),
    response: { 200: z.array(MemberPrices) },
  },
});

export const withdrawPriceChange = endpoint({
  method: "POST",
  url: "/api/products/:id/price-changes/withdrawal",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 30, seconds: 3_600 },
    recentSignIn: "not needed: leaves members at the price they pay today",
  },
  schema: {
    tags,
    summary: "Take a price back before anybody is charged it; whoever was told hears of that, too",
    params,
    body: z.object(interval),
    response: { 200: z.array(MemberPrices) },
  },
});
