import { createFileRoute, notFound } from "@tanstack/react-router";
import { listProductReviews } from "#contract/reviews/reviews.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { StorefrontFooter } from "#web/features/catalog/storefront-footer.tsx";
import { loadStoreProduct } from "#web/features/catalog/store-product.ts";
import { productPath } from "#web/features/catalog/store-paths.ts";
import { StorefrontAllReviews } from "#web/features/reviews/storefront-all-reviews.tsx";
import { lookHeaders, withLook } from "#web/features/design/look-head.ts";
import { StorefrontFrame } from "#web/features/design/storefront-frame.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/u/$handle_/$slug_/reviews/{-$cursor}")({
  staticData: { page: "static" },
  loader: async ({ context: { queryClient }, params: { cursor, ...params } }) => {
    if (!import.meta.env.SSR) throw notFound();
    const { product, creator, look } = await loadStoreProduct(queryClient, params);
    const reviews = await queryClient
      .ensureQueryData(apiQuery(listProductReviews, { params: { id: product.id }, querystring: { cursor } }))
      .catch((error: unknown) => {
        // A place in the list that somebody made up.
        throw error instanceof ApiError && error.status === 404 ? notFound() : error;
      });
    return {
      title: product.title,
      creator,
      path: productPath(creator.handle, product),
      reviews,
      look,
      origin: siteOrigin(),
    };
  },
  // Anybody can make up a place in the list: only its beginning is kept.
  headers: ({ params: { cursor }, loaderData }) => ({
    ...lookHeaders(loaderData?.look ?? null),
    ...(cursor !== undefined && { "cache-control": "no-store" }),
  }),
  head: ({ loaderData }) => {
    if (!import.meta.env.SSR) return {};
    if (!loaderData) return { meta: [{ title: "Product Not Found" }] };
    const { title, path, origin, look } = loaderData;
    const canonical = { rel: "canonical", href: `${origin}${path}/reviews` };
    return withLook({ meta: [{ title: `Reviews of ${title}` }], links: [canonical] }, look);
  },
  notFoundComponent: ProductNotFound,
  component: AllReviews,
});

function AllReviews() {
  const { title, path, creator, reviews, look } = Route.useLoaderData();
  const { cursor } = Route.useParams();
  return (
    <StorefrontFrame look={look}>
      <StorefrontAllReviews page={reviews} title={title} productPath={path} isFirst={cursor === undefined} />
      <StorefrontFooter creator={creator} />
    </StorefrontFrame>
  );
}

function ProductNotFound() {
  return (
    <MessageScreen title="Product Not Found">The product you're looking for doesn't exist.</MessageScreen>
  );
}
