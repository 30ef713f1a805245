import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { promotions } from "./promotions.ts";
import { replyLinks } from "./social-links.ts";

/** Who followed which link of a mailing and did something on its page, once for each person and link. */
export const mailingClicks = pgTable(
  "mailing_clicks",
  {
    promotionId: uuid("promotion_id")
      .notNull()
      .references(() => promotions.id, { onDelete: "cascade" }),
    linkId: uuid("link_id")
      .notNull()
      .references(() => replyLinks.id, { onDelete: "cascade" }),
    clickedAt: moment("clicked_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.linkId] }), index("mailing_clicks_link").on(t.linkId)],
);
