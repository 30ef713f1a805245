import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { SocialPage } from "#web/features/social/social-page.tsx";
import { socialTabOf } from "#web/features/social/social-tabs.ts";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";

const text = z.optional(z.string());

export const Route = createFileRoute("/social")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: z.looseObject({ tab: text, filter: text, sort: text, page: text, conversation: text }),
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
      {() => (
        <SocialPage
          tab={socialTabOf(tab)}
          // What a tab keeps in the address belongs to that tab.
          onTabChange={(next) => void navigate({ search: { tab: next } })}
        />
      )}
    </SignedInPage>
  );
}
