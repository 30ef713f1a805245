import type { Creator } from "#contract/accounts/accounts.ts";
import type { StoreLook } from "#contract/design/design.ts";
import type { PublicList } from "#contract/mailing-list/mailing-list.ts";
import type { PublicProduct } from "#web/features/catalog/shown-product.ts";
import { StorefrontClosed } from "#web/features/catalog/storefront-closed.tsx";
import { StorefrontPage } from "#web/features/catalog/storefront-page.tsx";
import { StorefrontProducts, StorefrontShelf } from "#web/features/catalog/storefront-shelf.tsx";
import type { ShownBlock } from "#web/features/design/shown-blocks.ts";
import { StorefrontBlocks } from "#web/features/design/storefront-blocks.tsx";
import { StorefrontFrame } from "#web/features/design/storefront-frame.tsx";
import { StorefrontJoin } from "#web/features/mailing-list/storefront-join.tsx";
import { Stars } from "#web/features/reviews/stars.tsx";

type Props = {
  creator: Creator;
  products: readonly PublicProduct[];
  blocks: readonly ShownBlock[];
  look: StoreLook | null;
  list: PublicList | null;
  origin: string;
};

const parts = { Shelf: StorefrontShelf, Products: StorefrontProducts, Stars };

/** A creator's store as it is, or as a draft of its design would have it. */
export function StoreScreen({ creator, products, blocks, look, list, origin }: Props) {
  const { handle } = creator;
  return (
    <StorefrontFrame look={look} roof>
      <StorefrontPage creator={creator} products={products} origin={origin}>
        {creator.isClosed ? (
          <StorefrontClosed />
        ) : (
          <StorefrontBlocks
            blocks={blocks}
            products={products}
            handle={handle}
            layout={look?.layout}
            parts={parts}
            join={list && <StorefrontJoin list={list} handle={handle} />}
          />
        )}
      </StorefrontPage>
    </StorefrontFrame>
  );
}
