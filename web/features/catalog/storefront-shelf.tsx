import { PackageOpen } from "lucide-react";
import type { StoreLayout } from "#contract/design/looks.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { PublicProduct } from "./shown-product.ts";
import { StorefrontProductCard } from "./storefront-product-card.tsx";

type ProductsProps = {
  products: readonly PublicProduct[];
  handle: string;
  /** Undefined: as in a store that chose nothing. */
  layout?: StoreLayout | undefined;
  /** How many of the first have their pictures at once: those that are seen without scrolling. */
  eager?: number;
  className?: string;
};

type ShelfProps = ProductsProps & {
  /** Of the heading, which the page links to. */
  id?: string;
  title?: string;
};

/** What is on sale, under its heading. */
export function StorefrontShelf({ id = "products", title = "", products, ...rest }: ShelfProps) {
  return (
    <section aria-labelledby={id} className="store-shelf mx-auto max-w-6xl px-5 pt-12 pb-20 sm:px-8">
      <h2 dir="auto" id={id} className="text-xl font-semibold tracking-tight">
        {title || "Products & Courses"}
      </h2>
      {products.length === 0 ? (
        <EmptyState
          icon={PackageOpen}
          title="No Products Yet"
          className="mt-6 rounded-2xl border border-dashed border-input"
        >
          This creator hasn't added any products yet. Check back soon!
        </EmptyState>
      ) : (
        <StorefrontProducts products={products} {...rest} />
      )}
    </section>
  );
}

/** Products beside or below each other, as the store's layout has them. */
export function StorefrontProducts({ products, handle, layout, eager = 2, className }: ProductsProps) {
  return (
    <ul className={classNames("store-products mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3", className)}>
      {products.map((product, index) => (
        <StorefrontProductCard
          key={product.id}
          product={product}
          handle={handle}
          eager={index < eager}
          layout={layout}
        />
      ))}
    </ul>
  );
}
