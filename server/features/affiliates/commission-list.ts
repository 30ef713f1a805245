import type { Commission } from "#contract/affiliates/commissions.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { type Queryable, statement } from "#server/database/statement.ts";

type Page = { limit: number; offset: number };

/** A page of the creator's commissions, newest first. */
export const listCommissions = (
  client: Queryable,
  ownerId: string,
  { limit, offset }: Page,
): Promise<Commission[]> => selectPage(client, ownerId, limit, offset);

/** SQL of the creator's ($1) commissions, newest first; `page` says which of them (of `commissions c`), and how many. */
const commissionsOf = ({ narrower, page }: { narrower: string; page: string }): string => `
    select c.id, c.order_id as "orderId", c.affiliate_id as "affiliateId", c.affiliate_link_id as "affiliateLinkId",
           a.name as "affiliateName", l.code, p.title as "productTitle", c.amount_cents as "amountCents",
           c.commission_rate::float8 as "commissionRate", c.status, c.held, c.payable_at as "payableAt",
           c.paid_at as "paidAt", c.created_at as "createdAt"
      from (select * from commissions c where c.owner_id = $1 and ${narrower}
             order by c.created_at desc, c.id desc ${page}) c
      join affiliates a on a.id = c.affiliate_id
      join affiliate_links l on l.id = c.affiliate_link_id
      join order_items item on item.id = c.order_item_id
      join products p on p.id = item.product_id
     order by c.created_at desc, c.id desc`;

const selectPage = statement("affiliates_select_commissions")<
  Commission,
  [ownerId: string, limit: number, offset: number]
>(commissionsOf({ narrower: "true", page: "limit $2 offset $3" }));

/** Those that follow one. Its moment as PostgreSQL has it: finer than ours. */
const selectAfter = statement("affiliates_select_commissions_after")<
  Commission,
  [ownerId: string, limit: number, afterId: string]
>(
  commissionsOf({
    narrower: "(c.created_at, c.id) < (select created_at, id from commissions where id = $3)",
    page: "limit $2",
  }),
);

const batchSize = 2_000;

/** Every commission of the creator. */
export const allCommissions = (client: Queryable, ownerId: string): AsyncGenerator<Commission> =>
  inBatches(batchSize, (last?: Commission) =>
    last ? selectAfter(client, ownerId, batchSize, last.id) : selectPage(client, ownerId, batchSize, 0),
  );
