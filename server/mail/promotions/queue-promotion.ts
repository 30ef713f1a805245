import type pg from "pg";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";

export type QueuedPromotion = {
  ownerId: string;
  /** What it is about: nobody gets two of one event. */
  event: string;
  /** Of `all-promotions.ts`. */
  template: string;
  email: string;
  /** The cart that it speaks of, where mails about that one can be stopped. */
  cartId?: string | null;
  /** What the template needs; never a code or a token that opens something. */
  data: Record<string, unknown>;
  dueAt: Date;
};

/** Queues a mail that advertises, in the caller's transaction; false where its event has one for this address. */
export async function queuePromotion(
  client: pg.PoolClient | pg.Pool,
  { ownerId, event, template, email, cartId = null, data, dueAt }: QueuedPromotion,
): Promise<boolean> {
  const rows = await insertPromotion(
    client,
    ownerId,
    event,
    template,
    email,
    cartId,
    JSON.stringify(data),
    dueAt,
  );
  return rows.length > 0;
}

const insertPromotion = statement("mail_insert_promotion")<
  { id: string },
  [
    ownerId: string,
    event: string,
    template: string,
    email: string,
    cartId: string | null,
    data: string,
    dueAt: Date,
  ]
>(
  `insert into promotions (owner_id, event, template, email, mailbox, cart_id, data, wanted_at, due_at)
   values ($1, $2, $3, $4, ${mailboxOf("$4::text")}, $5, $6::jsonb, $7, $7) on conflict do nothing returning id`,
);
