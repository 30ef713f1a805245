import { createFileRoute, notFound } from "@tanstack/react-router";
import { getSandboxBankPage } from "#contract/dev/sandbox.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { BankPage } from "#web/payments/bank-page.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";

export const Route = createFileRoute("/sandbox/bank/$token")({
  staticData: { page: "ssr" },
  loader: async ({ context: { queryClient }, params }) => {
    try {
      return await queryClient.fetchQuery(apiQuery(getSandboxBankPage, { params }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: () => ({
    meta: [
      { title: "Sandbox Bank" },
      { name: "robots", content: "noindex" },
      // The address carries the payment's token.
      { name: "referrer", content: "same-origin" },
    ],
  }),
  notFoundComponent: NothingToConfirm,
  component: Bank,
});

function Bank() {
  const { token } = Route.useParams();
  return <BankPage token={token} question={Route.useLoaderData()} />;
}

function NothingToConfirm() {
  return (
    <MessageScreen title="Nothing to confirm">
      This payment was changed, paid in another way or canceled. Please return to the store and look at your
      order.
    </MessageScreen>
  );
}
