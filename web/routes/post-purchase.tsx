import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { PostPurchasePage } from "#web/features/checkout/post-purchase-page.tsx";

export const Route = createFileRoute("/post-purchase")({
  validateSearch: z.looseObject({
    payment_intent: z.optional(z.string()),
    payment_intent_client_secret: z.optional(z.string()),
    email: z.optional(z.string()),
    redirect_status: z.optional(z.string()),
  }),
  head: () => ({ meta: [{ title: "Completing your order" }, { name: "robots", content: "noindex" }] }),
  component: PostPurchase,
});

function PostPurchase() {
  return <PostPurchasePage search={Route.useSearch()} />;
}
