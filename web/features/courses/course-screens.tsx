import { MessageScreen } from "#web/layout/message-screen.tsx";
import { useReceiptProof } from "./use-receipt-proof.ts";

/** No such course, or one that is no longer on sale and was not bought here. */
export function CourseNotFoundScreen({ slug }: { slug: string }) {
  useReceiptProof(slug, false);
  return <MessageScreen title="Course Not Found">The course you're looking for doesn't exist.</MessageScreen>;
}

/** The product is something else. */
export function NotACourseScreen() {
  return <MessageScreen title="Not a Course">This product is not a course.</MessageScreen>;
}
