import { createFileRoute } from "@tanstack/react-router";
import { OwnTeamsPage } from "#web/features/team/own-teams-page.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";

export const Route = createFileRoute("/team-invitation")({
  ssr: false,
  staticData: { page: "client" },
  head: () => ({ meta: [{ title: "Teams | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: () => <SignedInPage isPersonal>{(user) => <OwnTeamsPage email={user.email} />}</SignedInPage>,
});
