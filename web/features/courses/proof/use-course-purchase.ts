import { getAccess } from "#contract/courses/courses.ts";
import { callApi } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { ProvePurchaseProps } from "./prove-purchase.tsx";

/** What proving a purchase of the course on screen takes. */
export function useCoursePurchase(): ProvePurchaseProps {
  const { course, email } = useCourseVisit();
  return {
    slug: course.slug,
    email,
    isBoughtBy: async (proven) => {
      const { hasAccess } = await callApi(
        getAccess,
        { params: { productId: course.id, email: proven } },
        { headers: courseProofHeaders(course.id) },
      );
      return hasAccess;
    },
  };
}
