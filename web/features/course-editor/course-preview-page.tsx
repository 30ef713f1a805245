import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, Eye } from "lucide-react";
import { previewCourse } from "#contract/courses/course-editor.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { type CourseVisit, CourseVisitProvider } from "#web/features/player/course-visit.ts";
import { lessonName, selectedLesson } from "#web/features/player/course-outline.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { useNow } from "#web/layout/use-now.ts";
import { RichText } from "#web/ui/rich-text.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { PreviewLesson } from "./preview-lesson.tsx";
import { PreviewOutline } from "./preview-outline.tsx";

type Props = { productId: string; lessonId: string | undefined };

/** A creator's own course as its buyers see it, with every lesson open, on sale or not. Nothing is recorded. */
export function CoursePreviewPage({ productId, lessonId }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const now = useNow();
  const { data: course, error } = useQuery({
    ...apiQuery(previewCourse, { params: { productId } }),
    staleTime: 0,
  });
  if (!course && error) {
    const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
    return (
      <MessageScreen
        title={isMissing ? "Course Not Found" : "The preview could not be loaded"}
        action={
          <LinkButton href="/admin?tab=products" size="lg">
            Back to products
          </LinkButton>
        }
      >
        {isMissing ? "This is no course of yours." : "Please check your connection."}
      </MessageScreen>
    );
  }
  if (!course) return <LoadingScreen label="Loading the preview" />;
  const selected = selectedLesson(course, lessonId);
  const visit: CourseVisit = {
    course,
    // Whoever only looks makes no progress.
    hasAccess: false,
    email: undefined,
    checkoutPath: "",
    shareLink: "",
    now,
    learning: nothingLearnt,
    changes: nothingChanges,
    openLesson: (lesson) =>
      void navigate({
        to: "/course-preview/$productId",
        params: { productId },
        search: { lesson: lessonName(course, lesson) },
        resetScroll: false,
      }),
    takePlayAtOnce: () => false,
  };
  return (
    <CourseVisitProvider value={visit}>
      <header className="sticky top-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border bg-info-soft px-5 py-1.5 text-info-soft-foreground sm:px-8">
        <p className="flex min-h-11 items-center gap-2 text-sm font-medium">
          <Eye aria-hidden="true" className="size-4" /> Preview: only you see this
        </p>
        <Link
          to="/course-editor/$productId"
          params={{ productId }}
          search={{ lesson: selected?.id }}
          onClick={() => queryClient.removeQueries({ queryKey: [previewCourse.url] })}
          className={buttonStyle("outline", "sm")}
        >
          <ArrowLeft aria-hidden="true" /> Back to the editor
        </Link>
      </header>
      <main className="mx-auto max-w-7xl px-5 pt-6 pb-16 sm:px-8 sm:pt-10">
        <div className="mb-6 grid max-w-3xl gap-2 sm:mb-8">
          <h1
            dir="auto"
            className="text-2xl leading-tight font-semibold tracking-tight wrap-anywhere sm:text-3xl"
          >
            {course.title}
          </h1>
          {course.descriptionHtml && (
            <RichText html={course.descriptionHtml} className="text-muted-foreground" />
          )}
        </div>
        <div className="course-parts grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <PreviewOutline selected={selected} />
          <PreviewLesson lesson={selected} />
        </div>
      </main>
    </CourseVisitProvider>
  );
}

const nothingLearnt: CourseVisit["learning"] = {
  isReady: true,
  isFailed: false,
  isSettled: true,
  reload: () => {},
  of: () => undefined,
  lastLessonId: null,
  certificateCode: null,
};

const nothingChanges: CourseVisit["changes"] = {
  complete: async () => {},
  bookmark: async () => {},
  played: () => async () => {},
};
