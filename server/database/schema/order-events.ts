import { bigserial, index, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { choice, createdAt, oneOf } from "./columns.ts";
import { orders } from "./orders.ts";

export const orderEventKinds = [
  "CREATED",
  "PAID",
  "FAILED",
  "REFUNDED",
  "PARTLY_REFUNDED",
  "REFUND_FAILED",
  "REFUND_REQUESTED",
  "REFUND_GRANTED",
  "REFUND_DECLINED",
  "REFUND_WITHDRAWN",
  "RENEWED",
  "RENEWAL_FAILED",
  "DOWNLOADS_RESET",
  "DISPUTED",
  "DISPUTE_WON",
  "DISPUTE_LOST",
  "INQUIRY",
  "INQUIRY_CLOSED",
  "ACCESS_REVOKED",
  "ACCESS_RESTORED",
  "SHIPPED",
  "UPSELL_ADDED",
  "RECEIPT_SENT",
  "ADDRESS_CORRECTED",
  "DOWNLOADED",
  "NOTE",
] as const;

/** What happened to an order, in order: the timeline in admin. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    kind: choice("kind", orderEventKinds).notNull(),
    detail: jsonb("detail").notNull().default({}).$type<Record<string, string | number | boolean | null>>(),
    createdAt: createdAt(),
  },
  (t) => [
    index("order_events_order").on(t.orderId, t.id),
    oneOf("order_events_kind", t.kind, orderEventKinds),
  ],
);
