import type { listMemberPrices } from "#contract/memberships/price-changes.ts";
import type { Output } from "#web/api.ts";
import { valueOf } from "#web/ui/typed-number.ts";
import { hasYearlyPrice, type ProductFormValues } from "./product-form-values.ts";

/** What the present members of one interval pay, as it travels: moments are ISO text. */
export type MemberPrices = Output<typeof listMemberPrices>[number];
type Interval = MemberPrices["billingInterval"];
type Typed = Pick<ProductFormValues, "type" | "price" | "billingInterval" | "yearlyPrice">;

/** What the form's membership costs by this interval; undefined where it does not, or nothing that can be charged is typed. */
export function typedPriceCents(values: Typed, interval: Interval): number | undefined {
  if (values.type !== "MEMBERSHIP") return undefined;
  const isOwn = values.billingInterval === interval;
  if (!isOwn && !(interval === "YEAR" && hasYearlyPrice(values))) return undefined;
  const cents = valueOf(isOwn ? values.price : values.yearlyPrice, "money");
  return cents !== undefined && cents >= leastCents ? cents : undefined;
}

/** The least that a card can pay. */
const leastCents = 50;

/** How many pay another price, and the first payment of any of them that this one could be for. */
export function membersAtOtherPrices({ prices }: MemberPrices, priceCents: number) {
  const others = prices.filter((price) => price.priceCents !== priceCents);
  return {
    members: others.reduce((sum, { members }) => sum + members, 0),
    firstChargeAt: others.flatMap(({ firstChargeAt }) => firstChargeAt ?? []).toSorted()[0],
  };
}

export const fieldOfInterval = { MONTH: "monthFor", YEAR: "yearFor" } as const;

export const wordOfInterval = { MONTH: "month", YEAR: "year" } as const;

/** `the 12 present members` */
export const presentMembers = (count: number): string =>
  count === 1 ? "the present member" : `the ${count.toLocaleString("en-US")} present members`;
