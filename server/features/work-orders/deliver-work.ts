import type pg from "pg";
import { mostDeliveries } from "#contract/work-orders/delivery-limits.ts";
import type { WorkOrderPage } from "#contract/work-orders/work-orders.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { lockWork } from "./save-brief.ts";
import { getWorkOrder, WorkOrderNotFound } from "./work-order-page.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Given = { idempotencyKey: string; message: string; uploadIds: string[] };

/** Begins: the brief stays as it is from now on. Throws 404 for another's, 409 where there is no brief yet or it is not open. */
export async function startWork(
  { pool, clock }: Dependencies,
  ownerId: string,
  workOrderId: string,
): Promise<WorkOrderPage> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const work = await lockOwn(client, ownerId, workOrderId, now);
    if (work.state === "WAITING")
      throw Conflict("The brief is not there yet. You can deliver without it, too.", "NO_BRIEF");
    requireOpen(work);
    await writeStarted(client, workOrderId, now);
    return getWorkOrder(client, ownerId, workOrderId, now);
  });
}

/**
 * Delivers a message, files, or both, once for each key, and tells the buyer. Throws 404 for another's, 409 where its order
 * is not open or was delivered 50 times, 422 where there is neither word nor file, or a file is none of the creator's.
 */
export async function deliverWork(
  { pool, clock }: Dependencies,
  ownerId: string,
  workOrderId: string,
  { idempotencyKey, message, uploadIds }: Given,
): Promise<WorkOrderPage> {
  const now = clock.now();
  const files = [...new Set(uploadIds)];
  const delivered = await inTransaction(pool, async (client) => {
    const work = await lockOwn(client, ownerId, workOrderId, now);
    const [same] = await selectPress(client, workOrderId, idempotencyKey);
    if (same) return work;
    requireOpen(work);
    if (message === "" && files.length === 0) throw Invalid({ message: "Write a message, or add a file" });
    if (work.deliveries.length >= mostDeliveries)
      throw Conflict(`This was delivered ${mostDeliveries} times, which is the most.`, "TOO_MANY_DELIVERIES");
    const number = (work.deliveries[0]?.number ?? 0) + 1;
    const [delivery] = await insertDelivery(
      client,
      workOrderId,
      ownerId,
      number,
      message,
      idempotencyKey,
      now,
    );
    if (!delivery) throw new Error("the delivery was not written");
    const written = await insertFiles(client, delivery.id, ownerId, files);
    if (written.length < files.length)
      throw Invalid({ uploadIds: "A file is not there any more. Add it again." });
    await writeDelivered(client, workOrderId, now);
    await queueMail(dbOn(client), {
      event: `work-delivered:${delivery.id}`,
      recipient: work.email,
      template: "work-delivered",
      data: { orderItemId: workOrderId, deliveryId: delivery.id },
    });
    return getWorkOrder(client, ownerId, workOrderId, now);
  });
  wakeListeners(pool, "job_outbox");
  return delivered;
}

async function lockOwn(
  client: pg.PoolClient,
  ownerId: string,
  workOrderId: string,
  now: Date,
): Promise<WorkOrderPage> {
  // Whose it is stands fast; only then anybody is made to wait for it.
  await getWorkOrder(client, ownerId, workOrderId, now);
  const [locked] = await lockWork(client, workOrderId);
  if (!locked) throw WorkOrderNotFound();
  return getWorkOrder(client, ownerId, workOrderId, now);
}

function requireOpen({ closed }: WorkOrderPage): void {
  if (closed === "DISPUTED")
    throw Conflict(
      "The buyer's bank holds the payment, so nothing is delivered until it decides.",
      "NOT_OPEN",
    );
  if (closed === "REVOKED")
    throw Conflict("It was paid back or taken away, so nothing is delivered any more.", "NOT_OPEN");
}

const writeStarted = statement("work_orders_start")<never, [workOrderId: string, now: Date]>(
  "update work_orders set started_at = $2 where order_item_id = $1 and started_at is null",
);

const selectPress = statement("work_orders_select_press")<
  { id: string },
  [workOrderId: string, idempotencyKey: string]
>("select id from work_deliveries where order_item_id = $1 and idempotency_key = $2");

const insertDelivery = statement("work_orders_insert_delivery")<
  { id: string },
  [workOrderId: string, ownerId: string, number: number, message: string, idempotencyKey: string, now: Date]
>(`insert into work_deliveries (order_item_id, owner_id, number, message, idempotency_key, created_at)
   values ($1, $2, $3, $4, $5, $6) returning id`);

/** In the order they were added: the creator's own that are stored, and none that buyers handed in. */
const insertFiles = statement("work_orders_insert_files")<
  { uploadId: string },
  [deliveryId: string, ownerId: string, uploadIds: string[]]
>(`insert into work_files (delivery_id, owner_id, position, upload_id)
   select $1, $2, given.place - 1, u.id
     from unnest($3::uuid[]) with ordinality as given (id, place)
     join uploads u on u.id = given.id and u.owner_id = $2 and u.customer_id is null and u.state = 'STORED'
   returning upload_id as "uploadId"`);

const writeDelivered = statement("work_orders_write_delivered")<never, [workOrderId: string, now: Date]>(
  "update work_orders set state = 'DELIVERED', delivered_at = $2 where order_item_id = $1",
);
