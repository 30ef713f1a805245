import { createFileRoute } from "@tanstack/react-router";
import { SocialPage } from "#web/features/social/social-page.tsx";
import { socialTabOf } from "#web/features/social/social-tabs.ts";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/social")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("tab", "filter", "sort", "page", "conversation"),
  head: () => ({
    meta: [{ title: "Social Media Automation | Openstall" }, { name: "robots", content: "noindex" }],
  }),
  component: Social,
});

function Social() {
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedInPage>
      {({ role }) => (
        <SocialPage
          tab={socialTabOf(tab, role)}
          role={role}
          // What a tab keeps in the address belongs to that tab.
          onTabChange={(next) => void navigate({ search: { tab: next } })}
        />
      )}
    </SignedInPage>
  );
}
