import type pg from "pg";
import type { Statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { sendMailJob } from "#server/mail/queue-mail.ts";

/** So many buyers are found at once. */
const batchSize = 1_000;
/** Between the mails that leave at once and the next ones: receipts do not wait behind ten thousand of these. */
const pauseSeconds = 10;

type MailsToBuyers = {
  /** SQL: what is told (its id is `$1`) at `$2`, with the lines of its buyers: `told_id` and columns of `open_access`. */
  lines: string;
  /** SQL: puts the mails of `paced` (`told_id`, `order_item_id`, `email`, `due_at`) into the outbox. */
  insert: string;
  /** How many leave every ten seconds. */
  mailsAtOnce: number;
};

/**
 * SQL: queues a batch of mails, one for each buyer: about their newest line, one whose address is surely theirs before
 * others.
 */
export const mailsToBuyers = ({ lines, insert, mailsAtOnce }: MailsToBuyers): string => `
  with buyers as (
    select distinct on (line.customer_id) line.told_id, line.customer_id, c.email, line.order_item_id
      from (${lines}) line
      join orders o on o.id = line.order_id
      join customers c on c.id = line.customer_id and c.erased_at is null
     where ($3::uuid is null or line.customer_id > $3)
     order by line.customer_id, (o.total_cents > 0 or o.address_proven) desc, line.granted_at desc, line.order_item_id
     limit ${batchSize}),
  paced as (
    select *, $2::timestamptz + ($4::int * ${batchSize} + row_number() over (order by customer_id) - 1) / ${mailsAtOnce}
                * interval '${pauseSeconds} seconds' as due_at from buyers),
  queued as (
    ${insert}
    on conflict (event, recipient) do nothing
    returning id, due_at),
  jobs as (
    insert into job_outbox (name, data, start_after)
    select '${sendMailJob}', jsonb_build_object('mailId', id), due_at from queued)
  select customer_id as "customerId" from buyers order by customer_id`;

/** Of the statement that `mailsToBuyers` makes. */
export type Batch = [toldId: string, now: Date, after: string | null, batch: number];

/** Queues the mails about what is told. One for each buyer, however often it is repeated. */
export async function queueToBuyers(
  pool: pg.Pool,
  queueBatch: Statement<{ customerId: string }, Batch>,
  toldId: string,
  now: Date,
): Promise<void> {
  let after: string | null = null;
  for (let batch = 0; ; batch++) {
    const queued: { customerId: string }[] = await queueBatch(pool, toldId, now, after, batch);
    wakeListeners(pool, "job_outbox");
    if (queued.length < batchSize) return;
    after = queued.at(-1)?.customerId ?? null;
  }
}
