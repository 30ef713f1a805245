import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { getPaymentSetup } from "#contract/checkout.ts";
import { apiQuery } from "#web/api.ts";
import { PostPurchasePage } from "#web/features/checkout/post-purchase-page.tsx";
import { siteOrigin } from "#web/site-origin.ts";

export const Route = createFileRoute("/post-purchase")({
  validateSearch: z.looseObject({
    payment_intent: z.optional(z.string()),
    payment_intent_client_secret: z.optional(z.string()),
    email: z.optional(z.string()),
    redirect_status: z.optional(z.string()),
    order: z.optional(z.string()),
  }),
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
