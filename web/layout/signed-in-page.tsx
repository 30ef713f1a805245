import type { ReactNode } from "react";
import { ZoneContext } from "#web/ui/dates.ts";
import { type CurrentUser, useRequiredUser } from "./current-user.ts";
import { LoadingScreen } from "./loading-screen.tsx";
import { RecentSignIn } from "./recent-sign-in/recent-sign-in.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";
import { useCreatorZone } from "./use-creator-zone.ts";

/** A protected screen inside the signed-in shell: a spinner until the creator is known, then `children(user)`. */
export function SignedInPage({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const user = useRequiredUser();
  const zone = useCreatorZone(user);
  if (!user) return <LoadingScreen />;
  return (
    <ZoneContext value={zone}>
      <SignedInLayout user={user}>{children(user)}</SignedInLayout>
      <RecentSignIn />
    </ZoneContext>
  );
}
