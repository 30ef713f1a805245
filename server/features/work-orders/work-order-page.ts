import type pg from "pg";
import type { WorkOrderPage } from "#contract/work-orders/work-orders.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import { workOrderColumns, workOrderTables } from "./list-work-orders.ts";

/** A sold service of the creator's with its brief and what was delivered, the newest first. Throws 404 for any other. */
export async function getWorkOrder(
  db: pg.Pool | pg.PoolClient,
  ownerId: string,
  workOrderId: string,
  now: Date,
): Promise<WorkOrderPage> {
  const [found] = await selectOwn(db, workOrderId, ownerId, now);
  if (!found) throw WorkOrderNotFound();
  return {
    ...found,
    deliveries: found.deliveries.map(({ files, deliveredAt, ...delivery }) => ({
      ...delivery,
      deliveredAt: new Date(deliveredAt),
      files: files.map((name) => safeFileName(name)),
    })),
  };
}

export const WorkOrderNotFound = () => NotFound("Service not found");

type OwnRow = Omit<WorkOrderPage, "deliveries"> & {
  deliveries: (Omit<WorkOrderPage["deliveries"][number], "deliveredAt"> & { deliveredAt: string })[];
};

const selectOwn = statement("work_orders_select_own")<
  OwnRow,
  [workOrderId: string, ownerId: string, now: Date]
>(`
  select ${workOrderColumns("$3")}, w.questions, w.answers,
         coalesce((
           select json_agg(json_build_object('id', d.id, 'number', d.number, 'message', d.message, 'deliveredAt', d.created_at, 'files', coalesce((
                    select json_agg(n.original_name order by f.position)
                      from work_files f join uploads n on n.id = f.upload_id where f.delivery_id = d.id), '[]')) order by d.number desc)
             from work_deliveries d where d.order_item_id = w.order_item_id), '[]') as deliveries
    ${workOrderTables}
   where w.order_item_id = $1 and w.owner_id = $2`);
