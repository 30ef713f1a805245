import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { z } from "zod";
import type { withdrawFromContract as endpoint } from "#contract/orders/withdrawals.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { lockOrder } from "#server/features/orders/refund-rows.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { requestWithdrawn } from "./request-withdrawn.ts";

type Stated = z.output<typeof endpoint.schema.body>;
type Answer = z.output<(typeof endpoint.schema.response)[200]>;

/** Emails a day of one proved order. `admitMail` counts those to an address that anybody may have typed. */
const provenMails = 5;

/**
 * Takes down a withdrawal, confirms it by mail, and where this request proves the order, asks for its money in the same
 * transaction. Who proves none gets one answer, whether there is such an order or not; its buyer is asked by that mail to say
 * it once more with a proof, and the moment of the first time counts.
 */
export async function withdrawFromContract(
  services: Services,
  request: FastifyRequest,
  { store, ...stated }: Stated,
): Promise<Answer> {
  const { pool, clock } = services;
  const now = clock.now();
  const number = Number(stated.orderNumber.replace("#", ""));
  const named = await selectNamed(pool, stated.email.toLowerCase(), number, store ?? null);
  const order = named.length === 1 ? named[0] : undefined;
  const proven = await findProvenOrder(services, request, { orderId: order?.id ?? randomUUID() });
  const outcome = await inTransaction(pool, (client) =>
    proven
      ? stateProven(client, stated, proven, now)
      : stateUnproven(client, stated, order ?? { id: null, ownerId: null }, now),
  );
  wakeListeners(pool, "job_outbox");
  return { outcome };
}

type Order = { id: string | null; ownerId: string | null };

async function stateProven(
  client: pg.PoolClient,
  { name, orderNumber, email }: Stated,
  { id: orderId, ownerId }: { id: string; ownerId: string },
  now: Date,
): Promise<Answer["outcome"]> {
  await lockOrder(client, orderId);
  const [made] = await insertWithdrawal(client, ownerId, orderId, now, name, orderNumber, email, now);
  if (!made) throw new Error("a withdrawal was not written");
  const asked = await requestWithdrawn(client, { withdrawalId: made.id, orderId }, now);
  const [sent] = await countOfOrder(client, orderId, dayBefore(now));
  if ((sent?.count ?? 0) <= provenMails) await mail(client, made.id, email);
  return asked > 0 ? "REQUESTED" : "NOTHING";
}

async function stateUnproven(
  client: pg.PoolClient,
  { name, orderNumber, email }: Stated,
  { id: orderId, ownerId }: Order,
  now: Date,
): Promise<Answer["outcome"]> {
  const [made] = await insertWithdrawal(client, ownerId, orderId, null, name, orderNumber, email, now);
  if (!made) throw new Error("a withdrawal was not written");
  await mail(client, made.id, email);
  return "MAILED";
}

const mail = (client: pg.PoolClient, withdrawalId: string, recipient: string) =>
  queueMail(dbOn(client), {
    event: `withdrawal:${withdrawalId}`,
    recipient,
    template: "withdrawal",
    data: { withdrawalId },
  });

const dayBefore = (now: Date) => new Date(now.getTime() - 86_400_000);

/** Two at most: more than one names none. */
const selectNamed = statement("orders_select_named_by_withdrawal")<
  { id: string; ownerId: string },
  [email: string, number: number, store: string | null]
>(`select o.id, o.owner_id as "ownerId"
     from customers c join orders o on o.customer_id = c.id join order_numbers known on known.order_id = o.id
     join users u on u.id = o.owner_id
    where lower(c.email) = $1 and c.erased_at is null and known.number = $2 and ($3::text is null or u.handle = lower($3) or exists (select from former_handles f where f.user_id = u.id and f.handle = lower($3)))
      and o.status in ('PAID', 'REFUNDED')
    limit 2`);

const insertWithdrawal = statement("orders_insert_withdrawal")<
  { id: string },
  [
    ownerId: string | null,
    orderId: string | null,
    provenAt: Date | null,
    name: string,
    orderNumber: string,
    email: string,
    now: Date,
  ]
>(`insert into withdrawals (owner_id, order_id, proven_at, name, order_number, email, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`);

const countOfOrder = statement("orders_count_withdrawals_of_order")<
  { count: number },
  [orderId: string, since: Date]
>(
  `select count(*)::int as count from withdrawals where order_id = $1 and proven_at is not null and created_at > $2`,
);
