import { createFileRoute, notFound } from "@tanstack/react-router";
import { getSandboxAccountPage } from "#contract/dev/sandbox.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { AccountPage } from "#web/payments/account-page.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";

export const Route = createFileRoute("/sandbox/onboarding/$token")({
  staticData: { page: "ssr" },
  loader: async ({ context: { queryClient }, params }) => {
    try {
      return await queryClient.fetchQuery(apiQuery(getSandboxAccountPage, { params }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: () => ({
    meta: [
      { title: "Sandbox Payouts" },
      { name: "robots", content: "noindex" },
      // The address opens the account.
      { name: "referrer", content: "same-origin" },
    ],
  }),
  notFoundComponent: NothingToSetUp,
  component: Account,
});

function Account() {
  const { token } = Route.useParams();
  return <AccountPage token={token} account={Route.useLoaderData()} />;
}

function NothingToSetUp() {
  return (
    <MessageScreen title="This page has been used">
      Please open your payment settings in the admin dashboard, and start again from there.
    </MessageScreen>
  );
}
