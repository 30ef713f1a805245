import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { AccountPage } from "#web/features/accounts/account-page.tsx";
import { type CurrentUser } from "#web/layout/current-user.ts";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DataSettings, SecuritySettings } from "./-settings-parts.tsx";

const WithoutStore = loadable(
  async () => (await import("#web/layout/without-store/without-store.tsx")).WithoutStore,
);

export const Route = createFileRoute("/account")({
  ssr: false,
  staticData: { page: "client" },
  head: () => ({ meta: [{ title: "Your account | Openstall" }] }),
  component: () => (
    <SignedInPage isPersonal>
      {(user) => (
        <AccountPage user={user} settings={!user.hasStore && <WithoutStoreSettings user={user} />} />
      )}
    </SignedInPage>
  ),
});

/** What the settings of a store have of its owner alone, for somebody who has none; and the way to one. */
const WithoutStoreSettings = ({ user }: { user: CurrentUser }) => (
  <Suspense fallback={<Skeleton className="h-96 w-full rounded-2xl" />}>
    <SecuritySettings user={user} />
    <DataSettings user={user} />
    <WithoutStore level={2} />
  </Suspense>
);
