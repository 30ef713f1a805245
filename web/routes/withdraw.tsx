import { createFileRoute } from "@tanstack/react-router";
import { WithdrawPage } from "#web/features/orders/withdraw-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/withdraw")({
  validateSearch: searchTexts("order", "store"),
  head: () => ({
    meta: [{ title: "Withdraw from contract | Openstall" }, { name: "robots", content: "noindex" }],
  }),
  component: Withdraw,
});

function Withdraw() {
  const { order, store } = Route.useSearch();
  return <WithdrawPage orderNumber={order} store={store} />;
}
