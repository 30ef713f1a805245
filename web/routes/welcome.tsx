import { createFileRoute, Navigate } from "@tanstack/react-router";
import { WelcomePage } from "#web/features/accounts/welcome-page.tsx";
import { FirstLook, publishFirstLook } from "#web/features/design/first-look.tsx";
import { useRequiredUser } from "#web/layout/current-user.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/welcome")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("returnTo"),
  head: () => ({ meta: [{ title: "Welcome | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Welcome,
});

function Welcome() {
  const user = useRequiredUser();
  const { returnTo } = Route.useSearch();
  if (!user) return <LoadingScreen />;
  // Whoever was invited opens a store there first, if they want one.
  if (!user.hasStore) return <Navigate to="/account" replace />;
  return <WelcomePage user={user} returnTo={returnTo} FirstLook={FirstLook} publishLook={publishFirstLook} />;
}
