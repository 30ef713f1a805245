import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { getAccess } from "#contract/courses.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { forgetCourse } from "#web/features/courses/course-data.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { useCourseVisit } from "#web/features/courses/course-visit.ts";
import { VerifyEmail } from "#web/layout/verify-email/verify-email.tsx";
import { toast } from "#web/ui/toast.ts";
import { focusLesson } from "./focus-lesson.ts";

/** Proves the buyer's address in place; the page then loads again with what that opens, and the lesson has the focus. */
export function ProvePurchase() {
  const { course, email } = useCourseVisit();
  const router = useRouter();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [notBoughtBy, setNotBoughtBy] = useState<string>();

  async function open(proven: string) {
    const { hasAccess } = await callApi(
      getAccess,
      { params: { productId: course.id, email: proven } },
      { headers: courseProofHeaders(course.slug) },
    );
    if (!hasAccess) return setNotBoughtBy(proven);
    forgetCourse(queryClient);
    // Another address in the page's own would hide what this one opens.
    if (email && email.toLowerCase() !== proven.toLowerCase())
      await navigate({
        to: "/course/$slug",
        params: { slug: course.slug },
        search: (search) => ({ ...search, email: undefined }),
        replace: true,
      });
    else await router.invalidate();
    focusLesson();
  }

  if (notBoughtBy !== undefined) {
    return (
      <div role="status" className="grid gap-3 text-center text-sm text-muted-foreground">
        <p>
          <span className="font-medium text-foreground wrap-anywhere">{notBoughtBy}</span> is verified, and
          has not bought this course.
        </p>
        <button
          type="button"
          onClick={() => setNotBoughtBy(undefined)}
          className="min-h-6 font-medium text-foreground underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Verify another email
        </button>
      </div>
    );
  }
  return (
    <VerifyEmail
      initialEmail={email}
      onVerified={(proven) => {
        open(proven.email).catch((error: unknown) =>
          toast({
            title: "Error",
            description: errorMessage(error, "Your email is verified. Please load this page again."),
            variant: "destructive",
          }),
        );
      }}
    />
  );
}
