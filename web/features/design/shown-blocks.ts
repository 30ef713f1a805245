import type { getStoreBlocks } from "#contract/design/store-blocks.ts";
import type { Output } from "#web/api.ts";

/** A block as a page draws it. */
export type ShownBlock = Output<typeof getStoreBlocks>["blocks"][number];

/** What blocks have to know of a product that is on sale. */
type Shelved = { id: string; type: string; eventStartsAt: string | null; hasBegun: boolean };

/** A block with the products it shows. */
export type FilledBlock<Product> = { block: ShownBlock; products: readonly Product[] };

/**
 * The blocks of a page with the products of each, of those that are on sale. A block whose products are all gone has
 * nothing to show, and is left out; the shelf of all stays, and says so.
 */
export function filledBlocks<Product extends Shelved>(
  blocks: readonly ShownBlock[],
  onSale: readonly Product[],
): FilledBlock<Product>[] {
  const byId = new Map(onSale.map((product) => [product.id, product]));
  const own = blocks.map((block) => ({ block, products: idsOf(block).flatMap((id) => byId.get(id) ?? []) }));
  const elsewhere = new Set(own.flatMap(({ products }) => products.map(({ id }) => id)));
  return own.flatMap<FilledBlock<Product>>(({ block, products }) => {
    switch (block.kind) {
      case "products": {
        const rest = block.isRest ? onSale.filter(({ id }) => !elsewhere.has(id)) : onSale;
        return block.isRest && rest.length === 0 && onSale.length > 0 ? [] : [{ block, products: rest }];
      }
      case "event": {
        const [event] = products.filter(({ eventStartsAt, hasBegun }) => eventStartsAt !== null && !hasBegun);
        return event ? [{ block, products: [event] }] : [];
      }
      case "product":
      case "group":
        return products.length > 0 ? [{ block, products }] : [];
      default:
        return [{ block, products: [] }];
    }
  });
}

/** Of the products that stand in a block by name. */
function idsOf(block: ShownBlock): readonly string[] {
  if (block.kind === "group") return block.productIds;
  return block.kind === "product" || block.kind === "event" ? [block.productId] : [];
}
