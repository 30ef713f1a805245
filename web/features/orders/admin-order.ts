import type { getOrder } from "#contract/orders/orders-admin.ts";
import type { Output } from "#web/api.ts";

/** Everything about an order, as its creator gets it: moments are text. */
export type AdminOrder = Output<typeof getOrder>;
export type AdminOrderLine = AdminOrder["lines"][number];
