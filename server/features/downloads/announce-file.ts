import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict } from "#server/errors.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { sendMailJob } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { getFileNews, openDownloads } from "./file-news.ts";

const batchSize = 100;
/** Between two batches, so that receipts do not wait behind ten thousand of these. */
const batchDelayMs = 10_000;

/**
 * Lets past buyers of a product's file know of the version that is there now; answers how many. Throws 404 for a product
 * of somebody else's, and 409 where they were told of this version, of another one less than a day ago, or where nobody
 * bought before it came.
 */
export async function announceFile(
  services: Services,
  ownerId: string,
  productId: string,
): Promise<{ recipients: number }> {
  const { pool, clock } = services;
  const recipients = await inTransaction(pool, async (client) => {
    // One at a time for each product; what counts is what the one before has written.
    await lockProduct(client, productId, ownerId);
    const { uploadId, announcedAt, nextAt, untold } = await getFileNews(services, client, ownerId, productId);
    if (announcedAt) throw Conflict("Past buyers have been told of this version", "ALREADY_ANNOUNCED");
    if (uploadId === null || untold === 0)
      throw Conflict("No past buyer is waiting for this version", "NOBODY_TO_TELL");
    if (nextAt) throw Conflict("Past buyers can be told of one new version a day", "ANNOUNCED_TODAY");
    const [written] = await insertAnnouncement(client, ownerId, productId, uploadId, clock.now());
    await enqueue(dbOn(client), queueAnnouncement, { announcementId: written?.id ?? "" });
    return untold;
  });
  wakeListeners(pool, "job_outbox");
  return { recipients };
}

/** Queues the mails of an announcement. One mail for each product, version and buyer, however often it is repeated. */
export const queueAnnouncement = defineJob({
  name: "queue-file-announcement",
  data: z.object({ announcementId: z.uuid() }),
  retries: 20,
  async handle({ pool, clock }, { announcementId }) {
    const now = clock.now();
    let after: string | null = null;
    for (let batch = 0; ; batch++) {
      const dueAt = batch === 0 ? null : new Date(now.getTime() + batch * batchDelayMs);
      const queued: Queued[] = await queueBatch(pool, announcementId, now, after, dueAt);
      wakeListeners(pool, "job_outbox");
      if (queued.length < batchSize) return;
      after = queued.at(-1)?.customerId ?? null;
    }
  },
});

const lockProduct = statement("downloads_lock_product")<never, [productId: string, ownerId: string]>(
  "select from products where id = $1 and owner_id = $2 for no key update",
);

const insertAnnouncement = statement("downloads_insert_announcement")<
  { id: string },
  [ownerId: string, productId: string, uploadId: string, now: Date]
>(
  "insert into file_announcements (owner_id, product_id, upload_id, created_at) values ($1, $2, $3, $4) returning id",
);

type Queued = { customerId: string };

/** The newest open download of each buyer, as long as the version is the product's. */
const queueBatch = statement("downloads_queue_announcement")<
  Queued,
  [announcementId: string, now: Date, after: string | null, dueAt: Date | null]
>(`
  with buyers as (
    select distinct on (d.customer_id) d.customer_id, d.email, d.id as download_id, news.product_id, news.upload_id
      from file_announcements news
      join products p on p.id = news.product_id and p.digital_file_id = news.upload_id
      join uploads u on u.id = news.upload_id
      cross join lateral (select d.*, c.email ${openDownloads("$2")} and d.product_id = p.id) d
     where news.id = $1 and d.created_at < u.stored_at and ($3::uuid is null or d.customer_id > $3)
     order by d.customer_id, d.created_at desc
     limit ${batchSize}),
  queued as (
    insert into mail_outbox (event, recipient, template, data, due_at)
    select 'file-version:' || product_id || ':' || upload_id, email, 'file-version',
           jsonb_build_object('downloadId', download_id, 'uploadId', upload_id), $4::timestamptz
      from buyers
    on conflict (event, recipient) do nothing
    returning id),
  jobs as (
    insert into job_outbox (name, data, start_after)
    select '${sendMailJob}', jsonb_build_object('mailId', id), $4::timestamptz from queued)
  select customer_id as "customerId" from buyers order by customer_id`);
