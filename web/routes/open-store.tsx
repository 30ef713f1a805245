import { createFileRoute } from "@tanstack/react-router";
import { OpenStorePage } from "#web/features/team/open-store-page.tsx";
import { useRequiredUser } from "#web/layout/current-user.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/open-store")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("store", "to"),
  head: () => ({ meta: [{ title: "Open a store | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: OpenStore,
});

function OpenStore() {
  const user = useRequiredUser();
  const { store, to } = Route.useSearch();
  if (!user) return <LoadingScreen />;
  return <OpenStorePage storeId={store} to={to} email={user.email} goTo={(path) => location.replace(path)} />;
}
