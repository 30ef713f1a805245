import type { listAffiliateLinks, listAffiliates } from "#contract/affiliates/affiliates.ts";
import type { listCommissions, listOwnCommissions, listPayouts } from "#contract/affiliates/commissions.ts";
import type { Output } from "#web/api.ts";

export type AffiliateLink = Output<typeof listAffiliateLinks>[number];
export type Affiliate = Output<typeof listAffiliates>[number];
export type Commission = Output<typeof listCommissions>[number];
export type OwnCommission = Output<typeof listOwnCommissions>[number];
export type Payout = Output<typeof listPayouts>[number];

/** 0.125 is "12.5 %". */
export const percentOf = (rate: number) => `${percentText(rate)} %`;

/** 0.125 is "12.5", as it is typed. */
export const percentText = (rate: number) => String(Number((rate * 100).toFixed(2)));

export const countOf = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
