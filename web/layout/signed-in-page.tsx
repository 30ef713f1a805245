import { type ReactNode, Suspense } from "react";
import { ZoneContext } from "#web/ui/dates.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { type CurrentUser, useRequiredUser } from "./current-user.ts";
import { LoadingScreen } from "./loading-screen.tsx";
import { RecentSignIn } from "./recent-sign-in/recent-sign-in.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";
import { useCreatorZone } from "./use-creator-zone.ts";

// Few were invited and have no store.
const WithoutStore = loadable(async () => (await import("./without-store/without-store.tsx")).WithoutStore);

type SignedInPageProps = {
  children: (user: CurrentUser) => ReactNode;
  /** The page is for people without a store, too. */
  isPersonal?: boolean;
};

/** A protected screen inside the signed-in shell: a spinner until the creator is known, then `children(user)`. */
export function SignedInPage({ children, isPersonal = false }: SignedInPageProps) {
  const user = useRequiredUser();
  const zone = useCreatorZone(user);
  if (!user) return <LoadingScreen />;
  return (
    <ZoneContext value={zone}>
      <SignedInLayout user={user}>
        {user.hasStore || isPersonal ? (
          children(user)
        ) : (
          <Suspense>
            <WithoutStore />
          </Suspense>
        )}
      </SignedInLayout>
      <RecentSignIn />
    </ZoneContext>
  );
}
