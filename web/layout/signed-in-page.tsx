import type { ReactNode } from "react";
import { type CurrentUser, useRequiredUser } from "./current-user.ts";
import { LoadingScreen } from "./loading-screen.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

/** A protected screen inside the signed-in shell: a spinner until the creator is known, then `children(user)`. */
export function SignedInPage({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const user = useRequiredUser();
  if (!user) return <LoadingScreen />;
  return <SignedInLayout user={user}>{children(user)}</SignedInLayout>;
}
