import { createFileRoute } from "@tanstack/react-router";
import { CoursePreviewPage } from "#web/features/course-editor/course-preview-page.tsx";
import { useRequiredUser } from "#web/layout/current-user.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

export const Route = createFileRoute("/course-preview/$productId")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts("lesson"),
  head: () => ({ meta: [{ title: "Course Preview | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: CoursePreview,
});

function CoursePreview() {
  const user = useRequiredUser();
  const { productId } = Route.useParams();
  const { lesson } = Route.useSearch();
  if (!user) return <LoadingScreen />;
  return <CoursePreviewPage productId={productId} lessonId={lesson} />;
}
