import { createFileRoute } from "@tanstack/react-router";
import { AccountPage } from "#web/features/accounts/account-page.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";

export const Route = createFileRoute("/account")({
  ssr: false,
  staticData: { page: "client" },
  head: () => ({ meta: [{ title: "Your account | Openstall" }] }),
  component: () => <SignedInPage>{(user) => <AccountPage user={user} />}</SignedInPage>,
});
