import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { AccountPage } from "#web/features/accounts/account-page.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const WithoutStoreSettings = loadable(
  async () => (await import("./-without-store-settings.tsx")).WithoutStoreSettings,
);

export const Route = createFileRoute("/account")({
  ssr: false,
  staticData: { page: "client" },
  head: () => ({ meta: [{ title: "Your account | Openstall" }] }),
  component: () => (
    <SignedInPage isPersonal>
      {(user) => (
        <AccountPage
          user={user}
          settings={
            !user.hasStore && (
              <Suspense fallback={<Skeleton className="h-96 w-full rounded-2xl" />}>
                <WithoutStoreSettings user={user} />
              </Suspense>
            )
          }
        />
      )}
    </SignedInPage>
  ),
});
