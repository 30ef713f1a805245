import { type SQL, sql } from "drizzle-orm";
import type { Commission } from "#contract/commissions.ts";
import type { Db } from "#server/database/client.ts";

type Page = { limit: number; offset: number };

/** A page of the creator's commissions, newest first; of those alone that `narrower` (of `commissions c`) says. */
export async function listCommissions(
  db: Db,
  ownerId: string,
  { limit, offset }: Page,
  narrower: SQL = sql`true`,
): Promise<Commission[]> {
  const { rows } = await db.execute<Commission>(sql`
    select c.id, c.order_id as "orderId", c.affiliate_id as "affiliateId", c.affiliate_link_id as "affiliateLinkId",
           a.name as "affiliateName", l.code, p.title as "productTitle", c.amount_cents as "amountCents",
           c.commission_rate::float8 as "commissionRate", c.status, c.held, c.payable_at as "payableAt",
           c.paid_at as "paidAt", c.created_at as "createdAt"
      from (select * from commissions c where c.owner_id = ${ownerId} and ${narrower}
             order by c.created_at desc, c.id desc limit ${limit} offset ${offset}) c
      join affiliates a on a.id = c.affiliate_id
      join affiliate_links l on l.id = c.affiliate_link_id
      join order_items item on item.id = c.order_item_id
      join products p on p.id = item.product_id
     order by c.created_at desc, c.id desc`);
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

/**
 * Every commission of the creator, some thousand at a time: each page follows the last commission of the one before, and is
 * read while that is written.
 */
export async function* allCommissions(db: Db, ownerId: string): AsyncGenerator<Commission> {
  const limit = 2_000;
  const read = (narrower?: SQL) => listCommissions(db, ownerId, { limit, offset: 0 }, narrower);
  let reading: Promise<Commission[]> | undefined = read();
  while (reading) {
    const page: Commission[] = await reading;
    const last = page.length === limit ? page.at(-1) : undefined;
    // Its moment as PostgreSQL has it: finer than ours.
    reading =
      last &&
      read(sql`(c.created_at, c.id) < (select created_at, id from commissions where id = ${last.id})`);
    // Whoever leaves in the midst never asks how it ended.
    reading?.catch(() => {});
    yield* page;
  }
}
