import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { BriefAnswers } from "#contract/work-orders/brief-problems.ts";
import type { BriefQuestion } from "#contract/work-orders/service-terms.ts";
import type { BoughtWork, WorkState } from "#contract/work-orders/work-orders.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { findProvenOrder, type ProvenOrder } from "#server/features/access/can-see.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import type { Services } from "#server/services.ts";
import { workFileLink } from "./work-file.ts";

/** A line of an order, as a buyer's call names it. */
export type Line = { id: string; itemId: string };

/** A bought service, to whoever proves its order. Throws the same 404 without proof, for what is none, and for what is not open. */
export async function getBoughtWork(
  services: Services,
  request: FastifyRequest,
  line: Line,
): Promise<BoughtWork> {
  const order = await requireOrder(services, request, line.id);
  const work = await requireOpenWork(services.pool, order, line.itemId, services.clock.now());
  const { deliveries, ...found } = work;
  return {
    ...found,
    canChange: canChange(work),
    deliveries: deliveries.map(({ files, deliveredAt, ...delivery }) => ({
      ...delivery,
      deliveredAt: new Date(deliveredAt),
      files: files.map(({ id, name, sizeBytes, position }) => ({
        id,
        name: safeFileName(name),
        sizeBytes,
        url: workFileLink(services, request, order, { deliveryId: delivery.id, position }),
      })),
    })),
  };
}

/** Throws 404 for an order that the request does not prove. */
export async function requireOrder(
  services: Services,
  request: FastifyRequest,
  orderId: string,
): Promise<ProvenOrder> {
  const order = await findProvenOrder(services, request, { orderId });
  if (!order) throw NotFound("Order not found");
  return order;
}

/** The service of a line of a proved order, if it is open to its buyer; else throws 404. */
export async function requireOpenWork(
  db: pg.Pool | pg.PoolClient,
  order: ProvenOrder,
  itemId: string,
  now: Date,
): Promise<OpenWork> {
  const [work] = await selectOpen(db, itemId, order.id, now);
  if (!work) throw NotFound("Order not found");
  return work;
}

/** A brief can be sent and changed until its creator begins or delivers. */
export const canChange = ({ questions, state, startedAt }: OpenWork): boolean =>
  questions.length > 0 && state !== "DELIVERED" && startedAt === null;

type OpenWork = {
  title: string;
  seller: string;
  state: WorkState;
  questions: BriefQuestion[];
  answers: BriefAnswers;
  deliveryDays: number | null;
  sentAt: Date | null;
  dueAt: Date | null;
  startedAt: Date | null;
  deliveredAt: Date | null;
  revision: number;
  deliveries: {
    id: string;
    number: number;
    message: string;
    deliveredAt: string;
    files: { id: string; name: string; sizeBytes: number; position: number }[];
  }[];
};

const selectOpen = statement("work_orders_select_open")<
  OpenWork,
  [itemId: string, orderId: string, now: Date]
>(`
  select p.title, ${creatorName("u")} as seller, w.state, w.questions, w.answers, w.delivery_days as "deliveryDays",
         w.sent_at as "sentAt", w.due_at as "dueAt", w.started_at as "startedAt", w.delivered_at as "deliveredAt", w.revision,
         coalesce((
           select json_agg(json_build_object('id', d.id, 'number', d.number, 'message', d.message, 'deliveredAt', d.created_at, 'files', coalesce((
                    select json_agg(json_build_object('id', f.upload_id, 'name', n.original_name, 'sizeBytes', n.size_bytes, 'position', f.position) order by f.position)
                      from work_files f join uploads n on n.id = f.upload_id where f.delivery_id = d.id), '[]')) order by d.number desc)
             from work_deliveries d where d.order_item_id = w.order_item_id), '[]') as deliveries
    from work_orders w
    join order_items i on i.id = w.order_item_id
    join products p on p.id = w.product_id
    join users u on u.id = w.owner_id
   where w.order_item_id = $1 and i.order_id = $2
     and exists (select from ${openAccess("$3")} a where a.order_item_id = w.order_item_id)`);
