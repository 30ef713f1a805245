import { createFileRoute, notFound } from "@tanstack/react-router";
import { listProductReviews } from "#contract/reviews/reviews.ts";
import { apiQuery } from "#web/api.ts";
import { StorefrontProductPage } from "#web/features/catalog/storefront-product-page.tsx";
import { productHead } from "#web/features/catalog/product-head.ts";
import { loadStoreProduct } from "#web/features/catalog/store-product.ts";
import { productPath } from "#web/features/catalog/store-paths.ts";
import { StorefrontReviews } from "#web/features/reviews/storefront-reviews.tsx";
import { lookHeaders, withLook } from "#web/features/design/look-head.ts";
import { StorefrontFrame } from "#web/features/design/storefront-frame.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { saysSuspended } from "#web/layout/store-suspended.ts";
import { StoreSuspendedScreen } from "#web/layout/store-suspended-screen.tsx";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/u/$handle_/$slug")({
  staticData: { page: "static" },
  loader: async ({ context: { queryClient }, params }) => {
    if (!import.meta.env.SSR) throw notFound();
    const loaded = await loadStoreProduct(queryClient, params);
    const reviews = await queryClient.ensureQueryData(
      apiQuery(listProductReviews, { params: { id: loaded.product.id }, querystring: {} }),
    );
    return { ...loaded, reviews, origin: siteOrigin() };
  },
  head: ({ loaderData }) => {
    if (!import.meta.env.SSR) return {};
    if (!loaderData) return { meta: [{ title: "Product Not Found" }] };
    const { product, creator, look, origin } = loaderData;
    return withLook(productHead(product, creator, origin), look);
  },
  headers: ({ loaderData }) => lookHeaders(loaderData?.look ?? null),
  notFoundComponent: ProductNotFound,
  component: StoreProduct,
});

function StoreProduct() {
  const { reviews, look, ...data } = Route.useLoaderData();
  const allPath = `${productPath(data.creator.handle, data.product)}/reviews`;
  return (
    <StorefrontFrame look={look}>
      <StorefrontProductPage {...data} reviews={<StorefrontReviews page={reviews} allPath={allPath} />} />
    </StorefrontFrame>
  );
}

function ProductNotFound({ data }: { data?: unknown }) {
  const { handle } = Route.useParams();
  if (saysSuspended(data)) return <StoreSuspendedScreen />;
  return (
    <MessageScreen
      title="Product Not Found"
      action={
        <LinkButton href={`/u/${handle}`} size="lg">
          Browse the store
        </LinkButton>
      }
    >
      The product you're looking for doesn't exist.
    </MessageScreen>
  );
}
