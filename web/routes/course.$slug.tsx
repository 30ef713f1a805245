import { createFileRoute, notFound } from "@tanstack/react-router";
import { Suspense } from "react";
import { courseHead } from "#web/features/courses/course-head.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { CoursePage } from "#web/features/courses/course-page.tsx";
import { CourseNotFoundScreen, NotACourseScreen } from "#web/features/courses/course-screens.tsx";
import { ReviewsOnSight } from "#web/features/reviews/reviews-on-sight.tsx";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { loadable, Nothing } from "#web/ui/loadable.tsx";
import { siteOrigin } from "#web/site-origin.ts";

// Few have asked for their money back.
const MyRefund = loadable(async () => (await import("#web/features/orders/my-refund.tsx")).MyRefund, Nothing);

const validateSearch = searchTexts("store", "lesson", "email", "code");

export const Route = createFileRoute("/course/$slug")({
  validateSearch,
  loaderDeps: ({ search: { store, lesson, email } }) => ({ store, lesson, email }),
  loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
    // With the course's page: every other page would load it as well.
    const { loadCourse } = await import("#web/features/courses/course-data.ts");
    const loaded = await loadCourse(queryClient, { slug, ...deps });
    if (!loaded) throw notFound();
    return { ...loaded, origin: siteOrigin() };
  },
  head: ({ loaderData }) =>
    loaderData ? courseHead(loaderData.course, loaderData.origin) : { meta: [{ title: "Course Not Found" }] },
  pendingComponent: LoadingScreen,
  notFoundComponent: NotFound,
  component: Course,
});

function Course() {
  const { course, hasAccess, origin } = Route.useLoaderData();
  const { lesson, email, code } = Route.useSearch();
  if (course.type !== "COURSE") return <NotACourseScreen />;
  return (
    <CoursePage
      course={course}
      hasAccess={hasAccess}
      lessonName={lesson}
      email={email}
      code={code}
      origin={origin}
      notice={
        <Suspense>
          <MyRefund productId={course.id} headers={() => courseProofHeaders(course.id)} />
        </Suspense>
      }
      reviews={<ReviewsOnSight productId={course.id} />}
    />
  );
}

function NotFound() {
  const { store, email } = Route.useSearch();
  return <CourseNotFoundScreen slug={Route.useParams().slug} store={store} email={email} />;
}
