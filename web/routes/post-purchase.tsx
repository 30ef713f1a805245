import { createFileRoute } from "@tanstack/react-router";
import { getPaymentSetup } from "#contract/checkout/checkout.ts";
import { apiQuery } from "#web/api.ts";
import { PostPurchasePage } from "#web/features/checkout/post-purchase-page.tsx";
import { siteOrigin } from "#web/site-origin.ts";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/post-purchase")({
  validateSearch: searchTexts(
    "payment_intent",
    "payment_intent_client_secret",
    "setup_intent",
    "setup_intent_client_secret",
    "email",
    "redirect_status",
    "order",
  ),
  loader: async ({ context: { queryClient } }) => ({
    setup: await queryClient.ensureQueryData(apiQuery(getPaymentSetup)),
    origin: siteOrigin(),
  }),
  head: () => ({ meta: [{ title: "Completing your order" }, { name: "robots", content: "noindex" }] }),
  component: PostPurchase,
});

function PostPurchase() {
  return <PostPurchasePage {...Route.useLoaderData()} search={Route.useSearch()} />;
}
