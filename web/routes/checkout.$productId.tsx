import { createFileRoute, notFound } from "@tanstack/react-router";
import { getProduct } from "#contract/catalog/catalog.ts";
import { getPaymentSetup } from "#contract/checkout/checkout.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { CheckoutPage } from "#web/features/checkout/checkout-page.tsx";
import { ProductNotFoundScreen } from "#web/features/checkout/checkout-screens.tsx";
import { ReviewsOnSight } from "#web/features/reviews/reviews-on-sight.tsx";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/checkout/$productId")({
  validateSearch: searchTexts("aff", "code", "bump"),
  loader: async ({ context: { queryClient }, params: { productId } }) => {
    try {
      const [product, setup] = await Promise.all([
        queryClient.ensureQueryData(apiQuery(getProduct, { params: { idOrSlug: productId } })),
        queryClient.ensureQueryData(apiQuery(getPaymentSetup)),
      ]);
      // A sale goes on without its extras.
      const bumps = await queryClient
        .ensureQueryData(apiQuery(listPublicOrderBumps, { params: { productId: product.id } }))
        .catch(() => []);
      return { product, setup, bumps, origin: siteOrigin() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData ? `${loaderData.product.title} | Checkout` : "Product Not Found" },
      { name: "robots", content: "noindex" },
    ],
  }),
  pendingComponent: LoadingScreen,
  notFoundComponent: ProductNotFoundScreen,
  component: Checkout,
});

function Checkout() {
  const data = Route.useLoaderData();
  return (
    <CheckoutPage
      {...data}
      search={Route.useSearch()}
      reviews={<ReviewsOnSight productId={data.product.id} />}
    />
  );
}
