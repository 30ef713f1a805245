import type { ArchivedProduct } from "#contract/catalog/archived-products.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { productOrders } from "./product-orders.ts";

type Dependencies = Pick<Services, "pool" | "clock">;

/**
 * Hides a product from all but its buyers, who keep what they bought, or brings it back as a draft. Repeating it changes
 * nothing. Throws 404 for a product that is not theirs.
 */
export async function archiveProduct(
  { pool, clock }: Dependencies,
  creatorId: string,
  productId: string,
  isArchived: boolean,
): Promise<{ success: true }> {
  const [own] = await setArchived(pool, productId, creatorId, isArchived, clock.now());
  if (!own) throw NotFound("Product not found");
  return { success: true };
}

/** What the creator has archived, the newest first. */
export const listArchivedProducts = ({ pool }: Dependencies, creatorId: string): Promise<ArchivedProduct[]> =>
  selectArchived(pool, creatorId);

const setArchived = statement("catalog_archive_product")<
  { id: string },
  [productId: string, creatorId: string, isArchived: boolean, now: Date]
>(`with own as (select id, state from products where id = $1 and owner_id = $2 for update),
   changed as (
     update products p set state = case when $3 then 'ARCHIVED' else 'DRAFT' end, updated_at = $4
       from own where p.id = own.id and (own.state = 'ARCHIVED') <> $3)
   select id from own`);

const selectArchived = statement("catalog_select_archived")<ArchivedProduct, [creatorId: string]>(
  `select p.id, p.title, p.type, ${productOrders("p.id")} as "orderCount" from products p
    where p.owner_id = $1 and p.state = 'ARCHIVED' order by p.updated_at desc, p.id`,
);
