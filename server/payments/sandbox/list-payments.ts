import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import type { ListedPayment } from "#server/payments/payment-gateway.ts";

const pageSize = 500;

const select = `
  select i.id as "paymentIntentId", i.amount_received as "receivedCents", i.metadata,
         coalesce((select sum(r.amount)::int from sandbox.refunds r where r.payment_intent = i.id and r.status = 'succeeded'), 0) as "refundedCents"
    from sandbox.payment_intents i where i.status = 'succeeded' and i.amount > 0`;

/** The sandbox's succeeded payments, page by page in the order they were begun. */
export async function* listPayments(
  pool: pg.Pool,
  { from, to }: { from: Date; to: Date },
): AsyncIterable<ListedPayment> {
  let last = "";
  for (;;) {
    const rows = await selectPage(pool, from, to, last);
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.paymentIntentId ?? last;
  }
}

/** One of them; undefined where there is none. */
export async function findPayment(pool: pg.Pool, id: string): Promise<ListedPayment | undefined> {
  const [payment] = await selectPayment(pool, id);
  return payment;
}

const selectPage = statement("sandbox_list_payments")<ListedPayment, [from: Date, to: Date, after: string]>(
  `${select} and i.created_at >= $1 and i.created_at < $2 and i.id > $3 order by i.id limit ${pageSize}`,
);

const selectPayment = statement("sandbox_find_payment")<ListedPayment, [id: string]>(
  `${select} and i.id = $1`,
);
