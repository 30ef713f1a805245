import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { products } from "./catalog.ts";
import { choice, createdAt, holds, id, moment, notNegative, oneOf } from "./columns.ts";
import { mailings } from "./mailings.ts";
import { orders } from "./orders.ts";
import { linkTargets } from "./social.ts";
import { socialEvents } from "./social-messages.ts";

/** A short link of one reply, `/l/{code}`, or of a mailing, `/r/{code}` with its reader behind it. */
export const replyLinks = pgTable(
  "reply_links",
  {
    id: id(),
    code: text("code").notNull().unique(),
    userId: uuid("user_id").notNull(),
    /** What a reply's link leads to. */
    productId: uuid("product_id"),
    /** Where to; null, of older ones: the product's checkout. Beside it the coupon that it brings along. */
    destination: choice("destination", linkTargets),
    couponCode: text("coupon_code"),
    /** The mailing that it stands in, and the path that it leads to. */
    mailingId: uuid("mailing_id"),
    target: text("target"),
    eventId: bigint("event_id", { mode: "number" }).references(() => socialEvents.id, {
      onDelete: "set null",
    }),
    /** What answered; no reference, as in `social_events`. */
    keywordResponseId: uuid("keyword_response_id"),
    automationRuleId: uuid("automation_rule_id"),
    /** The post whose comment was answered. */
    postId: text("post_id"),
    /** Once for each visitor and day. */
    clicks: integer("clicks").notNull().default(0),
    lastClickedAt: moment("last_clicked_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique("reply_links_owner_unique").on(t.id, t.userId),
    foreignKey({
      columns: [t.productId, t.userId],
      foreignColumns: [products.id, products.ownerId],
      name: "reply_links_product_fk",
    }).onDelete("cascade"),
    uniqueIndex("reply_links_event").on(t.eventId),
    index("reply_links_owner").on(t.userId, t.createdAt),
    index("reply_links_response").on(t.keywordResponseId),
    index("reply_links_rule").on(t.automationRuleId),
    index("reply_links_product").on(t.productId),
    foreignKey({
      columns: [t.mailingId, t.userId],
      foreignColumns: [mailings.id, mailings.ownerId],
      name: "reply_links_mailing_fk",
    }).onDelete("cascade"),
    uniqueIndex("reply_links_target").on(t.mailingId, t.target),
    holds(
      "reply_links_kind",
      sql`(${t.mailingId} is null) = (${t.productId} is not null or coalesce(${t.destination} in ('STORE', 'LIST'), false)) and (${t.mailingId} is null) = (${t.target} is null)`,
    ),
    oneOf("reply_links_destination", t.destination, linkTargets),
    notNegative("reply_links_clicks", t.clicks),
  ],
);

/** Who clicked, for one day: a keyed hash of network and browser. */
export const replyLinkClicks = pgTable(
  "reply_link_clicks",
  {
    linkId: uuid("link_id")
      .notNull()
      .references(() => replyLinks.id, { onDelete: "cascade" }),
    day: date("day").notNull(),
    visitorHash: text("visitor_hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.day, t.visitorHash] })],
);

/** Which reply an order came from: the last one clicked within seven days. What the order earns is the order's. */
export const orderAttributions = pgTable(
  "order_attributions",
  {
    orderId: uuid("order_id").primaryKey(),
    userId: uuid("user_id").notNull(),
    linkId: uuid("link_id").notNull(),
    clickedAt: moment("clicked_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.userId],
      foreignColumns: [orders.id, orders.ownerId],
      name: "order_attributions_order_fk",
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.linkId, t.userId],
      foreignColumns: [replyLinks.id, replyLinks.userId],
      name: "order_attributions_link_fk",
    }).onDelete("cascade"),
    index("order_attributions_link").on(t.linkId),
    index("order_attributions_owner").on(t.userId),
  ],
);
