import { and, eq, inArray } from "drizzle-orm";
import type pg from "pg";
import { ownPriceText } from "#contract/catalog/own-price.ts";
import { perInterval } from "#contract/catalog/billing-plan.ts";
import type { BillingInterval, ProductType } from "#contract/catalog/catalog.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { productsOf } from "#contract/document/products-of.ts";
import type { Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { ShownProduct } from "#server/documents/document-html.ts";
import { Invalid } from "#server/errors.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { formatMoney } from "#server/mail/layout/money.ts";

/** Of one text; each is looked up whenever it is read. */
const mostProducts = 50;

/** Throws 422 for `field` where a text names a product that is not the creator's, or too many. */
export async function requireOwnProducts(
  db: Db,
  creatorId: string,
  document: RichDocument,
  field: string,
): Promise<void> {
  const ids = productsOf(document);
  if (ids.length === 0) return;
  if (ids.length > mostProducts)
    throw Invalid({ [field]: `Show at most ${mostProducts} products in a text` });
  const owned = await db.$count(products, and(inArray(products.id, ids), eq(products.ownerId, creatorId)));
  if (owned < ids.length)
    throw Invalid({ [field]: "A product of this text was deleted. Remove it from the text." });
}

/** The products that texts of one creator show, as they are now: those of theirs that are on sale, by their ids. */
export async function listProductsInTexts(
  pool: pg.Pool,
  ownerId: string,
  texts: readonly (RichDocument | null)[],
): Promise<Map<string, ShownProduct>> {
  const ids = [...new Set(texts.flatMap((text) => (text ? productsOf(text) : [])))];
  if (ids.length === 0) return new Map();
  const rows = await selectProducts(pool, ids, ownerId);
  return new Map(rows.map((row) => [row.id, shownOf(row)]));
}

const shownOf = ({
  title,
  type,
  priceCents,
  suggestedPriceCents,
  currency,
  billingInterval,
  handle,
  slug,
  cover,
}: Row): ShownProduct => ({
  title,
  price:
    suggestedPriceCents !== null
      ? ownPriceText({ priceCents, suggestedPriceCents }, (cents) => formatMoney(cents, currency))
      : priceCents === 0
        ? "Free"
        : formatMoney(priceCents, currency) + (type === "MEMBERSHIP" ? perInterval(billingInterval) : ""),
  path: `/u/${handle}/${slug}`,
  cover: pictureOf(cover),
});

type Row = {
  id: string;
  title: string;
  slug: string;
  handle: string;
  type: ProductType;
  priceCents: number;
  suggestedPriceCents: number | null;
  currency: string;
  billingInterval: BillingInterval;
  cover: StoredPicture | null;
};

const selectProducts = hotStatement("catalog_products_in_texts")<Row, [ids: string[], ownerId: string]>(
  `select p.id, p.title, p.slug, u.handle, p.type, p.price_cents as "priceCents", p.suggested_price_cents as "suggestedPriceCents", p.currency,
          p.billing_interval as "billingInterval",
          case when i.id is not null then json_build_object(
            'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as cover
     from products p
     join users u on u.id = p.owner_id
     left join images i on i.id = p.cover_image_id
    where p.id = any ($1::uuid[]) and p.owner_id = $2 and p.state = 'PUBLISHED'`,
);
