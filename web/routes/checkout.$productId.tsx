import { createFileRoute, notFound } from "@tanstack/react-router";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getPaymentSetup, priceCheckout } from "#contract/checkout/checkout.ts";
import { getCheckoutDraft } from "#contract/checkout/draft.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { listPlans } from "#contract/plans/plans.ts";
import { ApiError, apiQuery, callApi } from "#web/api.ts";
import { priceInput, startingCart } from "#web/features/checkout/cart.ts";
import { CheckoutPage } from "#web/features/checkout/checkout-page.tsx";
import { ProductNotFoundScreen, SignInForPlanScreen } from "#web/features/checkout/checkout-screens.tsx";
import { ReviewsOnSight } from "#web/features/reviews/reviews-on-sight.tsx";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { isStoreSuspended, saysSuspended } from "#web/layout/store-suspended.ts";
import { StoreSuspendedScreen } from "#web/layout/store-suspended-screen.tsx";
import { useSeenCheckout } from "#web/layout/use-seen-checkout.ts";
import { siteOrigin } from "#web/site-origin.ts";

const validateSearch = searchTexts("store", "aff", "code", "bump");

export const Route = createFileRoute("/checkout/$productId")({
  validateSearch,
  loaderDeps: ({ search: { store, bump, code } }) => ({ store, bump, code }),
  loader: async ({ context: { queryClient }, params: { productId }, deps }) => {
    try {
      const [product, setup] = await Promise.all([
        queryClient.ensureQueryData(
          apiQuery(getProduct, { params: { idOrSlug: productId }, querystring: { store: deps.store } }),
        ),
        queryClient.ensureQueryData(apiQuery(getPaymentSetup)),
      ]);
      // A sale goes on without its extras, and without what was left here.
      const [bumps, { draft }] = await Promise.all([
        queryClient
          .ensureQueryData(apiQuery(listPublicOrderBumps, { params: { productId: product.id } }))
          .catch(() => []),
        callApi(getCheckoutDraft, { params: { productId: product.id } }).catch(() => ({ draft: null })),
      ]);
      const priced = await callApi(
        priceCheckout,
        priceInput(product.id, startingCart(deps, draft, bumps)),
      ).catch(() => undefined);
      return { product, setup, bumps, draft, priced, origin: siteOrigin() };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      if (isStoreSuspended(error)) throw notFound({ data: { isSuspended: true } });
      // A plan is shown to whoever is signed in, and its address is sent on like any other.
      const plans = await callApi(listPlans).catch(() => []);
      throw notFound({ data: { isPlan: plans.some((plan) => plan.productId === productId) } });
    }
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData ? `${loaderData.product.title} | Checkout` : "Product Not Found" },
      { name: "robots", content: "noindex" },
    ],
  }),
  pendingComponent: LoadingScreen,
  notFoundComponent: Missing,
  component: Checkout,
});

/** `data`: what the loader knows of it. */
function Missing({ data }: { data?: unknown }) {
  const { productId } = Route.useParams();
  if (saysSuspended(data)) return <StoreSuspendedScreen />;
  const isPlan = typeof data === "object" && data !== null && "isPlan" in data && data.isPlan === true;
  return isPlan ? <SignInForPlanScreen productId={productId} /> : <ProductNotFoundScreen />;
}

function Checkout() {
  const data = Route.useLoaderData();
  useSeenCheckout(data.product.id);
  return (
    <CheckoutPage
      {...data}
      search={Route.useSearch()}
      reviews={<ReviewsOnSight productId={data.product.id} />}
    />
  );
}
