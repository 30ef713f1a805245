import { sql } from "drizzle-orm";
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, shopNow } from "./columns.ts";

/** Every webhook of every provider, once. Kept for ever: the unique id is the protection against replays. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    provider: text("provider").notNull(),
    eventId: text("event_id").notNull(),
    type: text("type").notNull(),
    /** Nothing of the object but its id: an object of the provider's carries its buyer's name and address. Of those in news of mails a hash. */
    payload: jsonb("payload")
      .notNull()
      .$type<{ objectId: string | null; addressHash?: string; mailboxHash?: string }>(),
    receivedAt: moment("received_at").notNull().default(shopNow),
    handledAt: moment("handled_at"),
    attempts: integer("attempts").notNull().default(0),
    failure: text("failure"),
  },
  (t) => [
    uniqueIndex("webhook_events_once").on(t.provider, t.eventId),
    index("webhook_events_open")
      .on(t.id)
      .where(sql`handled_at is null`),
  ],
);
