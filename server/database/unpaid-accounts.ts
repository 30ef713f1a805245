import { creatorPlan } from "./creator-plan.ts";

const trustedFromCents = 10_000;
/** More payments than it takes, at 50 cents each; nobody's sales are summed to the end. */
const summed = 1_000;

/** SQL: whether the creator with this id has sold for so much that the limits on strangers end for them. */
export const isTrusted = (owner: string): string => `${soldCents(owner)} >= ${trustedFromCents}`;

/** SQL: whether the row `user` of `users` has paid in neither way: with a plan, or by what it sold. A trial is no payment. */
export const isUnpaid = (user: string): string =>
  `(${creatorPlan(user)} = 'STARTER' and not ${isTrusted(`${user}.id`)})`;

/** What is left of the paid orders after refunds; what a bank took back for good is a refund too. */
const soldCents = (owner: string) => `(
  select coalesce(sum(kept), 0) from (
    select total_cents - refunded_cents as kept from orders
     where owner_id = ${owner} and total_cents > 0 and status = 'PAID' and not disputed limit ${summed}) sold)`;
