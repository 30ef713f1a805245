import type { listCreatorProducts } from "#contract/catalog/catalog.ts";
import type { getProduct } from "#contract/catalog/product-page.ts";
import type { Output } from "#web/api.ts";

/** A product as a storefront shows it. */
export type PublicProduct = Output<typeof listCreatorProducts>[number];

/** A product with all that its page shows. */
export type ProductPage = Output<typeof getProduct>;
