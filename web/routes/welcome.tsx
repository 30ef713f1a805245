import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { WelcomePage } from "#web/features/accounts/welcome-page.tsx";
import { useRequiredUser } from "#web/layout/current-user.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";

export const Route = createFileRoute("/welcome")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: z.looseObject({ returnTo: z.optional(z.string()) }),
  head: () => ({ meta: [{ title: "Welcome | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Welcome,
});

function Welcome() {
  const user = useRequiredUser();
  const { returnTo } = Route.useSearch();
  if (!user) return <LoadingScreen />;
  return <WelcomePage user={user} returnTo={returnTo} />;
}
