import { getBoughtCourse } from "#contract/courses/courses.ts";
import { ApiError, callApi } from "#web/api.ts";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { courseAddress, courseProofHeaders } from "./course-proof.ts";
import { AlreadyBought } from "./proof/already-bought.tsx";
import { useReceiptProof } from "./use-receipt-proof.ts";

type NotFoundProps = { slug: string; store: string | undefined; email: string | undefined };

/** No such course, or one that is no longer on sale: its buyers, who cannot be told from others here, can prove that they are. */
export function CourseNotFoundScreen({ slug, store, email }: NotFoundProps) {
  useReceiptProof(courseAddress({ slug, store }), false);
  return (
    <MessageScreen
      title="Course Not Found"
      action={
        <div className="grid w-full justify-items-center gap-4">
          <LinkButton href="/" size="lg">
            Back to Home
          </LinkButton>
          <AlreadyBought slug={slug} email={email} isBoughtBy={() => isBoughtHere({ slug, store })} />
        </div>
      }
    >
      The course you're looking for doesn't exist.
    </MessageScreen>
  );
}

/** Whether what this browser has proved opens the course. */
async function isBoughtHere({ slug, store }: Pick<NotFoundProps, "slug" | "store">): Promise<boolean> {
  const headers = courseProofHeaders(courseAddress({ slug, store }));
  try {
    await callApi(getBoughtCourse, { params: { slug }, querystring: { store } }, { headers });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** The product is something else. */
export function NotACourseScreen() {
  return <MessageScreen title="Not a Course">This product is not a course.</MessageScreen>;
}
