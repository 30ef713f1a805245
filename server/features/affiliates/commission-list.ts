import { sql } from "drizzle-orm";
import type { Commission } from "#contract/commissions.ts";
import type { Db } from "#server/database/client.ts";

type Page = { limit: number; offset: number };

/** A page of the creator's commissions, newest first. */
export async function listCommissions(
  db: Db,
  ownerId: string,
  { limit, offset }: Page,
): Promise<Commission[]> {
  const { rows } = await db.execute<Commission>(sql`
    select c.id, c.order_id as "orderId", c.affiliate_id as "affiliateId", c.affiliate_link_id as "affiliateLinkId",
           a.name as "affiliateName", l.code, p.title as "productTitle", c.amount_cents as "amountCents",
           c.commission_rate::float8 as "commissionRate", c.status, c.held, c.payable_at as "payableAt",
           c.paid_at as "paidAt", c.created_at as "createdAt"
      from commissions c
      join affiliates a on a.id = c.affiliate_id
      join affiliate_links l on l.id = c.affiliate_link_id
      join order_items item on item.id = c.order_item_id
      join products p on p.id = item.product_id
     where c.owner_id = ${ownerId}
     order by c.created_at desc, c.id
     limit ${limit} offset ${offset}`);
  return rows.map(withMoments);
}

type Moments = { payableAt: Date; paidAt: Date | null; createdAt: Date };

/** `execute` answers moments as text. */
export const withMoments = <Row extends Moments>(row: Row): Row => ({
  ...row,
  payableAt: new Date(row.payableAt),
  paidAt: row.paidAt && new Date(row.paidAt),
  createdAt: new Date(row.createdAt),
});

/** Every commission of the creator, a thousand at a time. */
export async function* allCommissions(db: Db, ownerId: string): AsyncGenerator<Commission> {
  const limit = 1_000;
  for (let offset = 0; ; offset += limit) {
    const page = await listCommissions(db, ownerId, { limit, offset });
    yield* page;
    if (page.length < limit) return;
  }
}
