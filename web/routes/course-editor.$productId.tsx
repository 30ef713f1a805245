import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { CourseEditorPage } from "#web/features/course-editor/course-editor-page.tsx";
import type { FileUpload as FileUploadField } from "#web/features/course-editor/course-uploads.ts";
import { forEditors } from "#contract/team/roles.ts";
import { ForRoles } from "#web/layout/for-roles.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// It loads with the first lesson that is edited.
const LoadedUpload = loadable(async () => (await import("#web/features/files/file-upload.tsx")).FileUpload);
const FileUpload: FileUploadField = (props) => (
  // As high as what comes: a button below would move away under a press, which is then lost.
  <Suspense fallback={<Skeleton className="h-41.5 sm:h-36.5" />}>
    <LoadedUpload {...props} />
  </Suspense>
);

export const Route = createFileRoute("/course-editor/$productId")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("lesson"),
  head: () => ({ meta: [{ title: "Course Editor | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: CourseEditor,
});

function CourseEditor() {
  const { productId } = Route.useParams();
  const { lesson } = Route.useSearch();
  return (
    <SignedInPage>
      {({ role }) => (
        <ForRoles role={role} roles={forEditors}>
          <CourseEditorPage key={productId} productId={productId} lessonId={lesson} FileUpload={FileUpload} />
        </ForRoles>
      )}
    </SignedInPage>
  );
}
