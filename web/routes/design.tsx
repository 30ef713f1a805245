import { createFileRoute } from "@tanstack/react-router";
import { DesignPage } from "#web/features/design/design-page.tsx";
import { forEditors } from "#contract/team/roles.ts";
import { ForRoles } from "#web/layout/for-roles.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { loadable } from "#web/ui/loadable.tsx";

const uploads = {
  CoverUpload: loadable(async () => (await import("#web/features/files/image-upload.tsx")).CoverUpload),
  PictureUpload: loadable(async () => (await import("#web/features/files/image-upload.tsx")).PostImageUpload),
};

export const Route = createFileRoute("/design")({
  ssr: false,
  staticData: { page: "client" },
  head: () => ({ meta: [{ title: "Design | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: () => (
    <SignedInPage>
      {({ handle, role }) => (
        <ForRoles role={role} roles={forEditors}>
          <DesignPage handle={handle} uploads={uploads} />
        </ForRoles>
      )}
    </SignedInPage>
  ),
});
