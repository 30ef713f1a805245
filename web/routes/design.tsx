import { createFileRoute } from "@tanstack/react-router";
import { DesignPage } from "#web/features/design/design-page.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";

export const Route = createFileRoute("/design")({
  ssr: false,
  staticData: { page: "client" },
  head: () => ({ meta: [{ title: "Design | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: () => <SignedInPage>{({ handle }) => <DesignPage handle={handle} />}</SignedInPage>,
});
