import { seesMoney } from "#contract/team/roles.ts";
import type { Customer } from "#contract/orders/customers.ts";
import type { OrderRow } from "#contract/orders/order-page.ts";
import { Forbidden } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import { roleRefused } from "#contract/team/refusals.ts";

type Asking = Pick<SignedIn, "role">;

const withoutAmounts = { totalCents: null, refundedCents: null };

/** Orders of a list as whoever asks may see them: what was paid stands in an order's own page alone for who sees no money. */
export const listedOrders = ({ role }: Asking, orders: OrderRow[]): OrderRow[] =>
  seesMoney(role) ? orders : orders.map((order) => ({ ...order, ...withoutAmounts }));

/** A customer as whoever asks may see them: nobody adds up what they spent who sees no money. */
export const listedCustomer = ({ role }: Asking, customer: Customer): Customer =>
  seesMoney(role)
    ? customer
    : { ...customer, orders: customer.orders.map((order) => ({ ...order, ...withoutAmounts })) };

/** Throws 403 where a list is asked for in an order that tells of amounts, by somebody who sees none. */
export function requireSortFor({ role }: Asking, sort: string | undefined): void {
  if (sort === undefined || seesMoney(role) || !/^-?(total|spent)$/.test(sort)) return;
  throw Forbidden("Amounts are not shown to your role, so nothing is sorted by them.", roleRefused);
}
