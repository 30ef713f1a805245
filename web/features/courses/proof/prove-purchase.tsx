import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { errorMessage } from "#web/api.ts";
import { clearCourseQueries } from "#web/features/courses/course-data.ts";
import { focusLesson } from "#web/features/player/focus-lesson.ts";
import { VerifyEmail } from "#web/layout/verify-email/verify-email.tsx";
import { toast } from "#web/ui/toast.ts";

export type ProvePurchaseProps = {
  /** Of the course. */
  slug: string;
  /** Of the page's address. */
  email: string | undefined;
  /** Whether an address, which this browser has just proved, opens the course. */
  isBoughtBy: (proven: string) => Promise<boolean>;
};

/** Proves the buyer's address in place; the page then loads again with what that opens, and the lesson has the focus. */
export function ProvePurchase({ slug, email, isBoughtBy }: ProvePurchaseProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [notBoughtBy, setNotBoughtBy] = useState<string>();

  async function open(proven: string) {
    if (!(await isBoughtBy(proven))) return setNotBoughtBy(proven);
    clearCourseQueries(queryClient);
    // Another address in the page's own would hide what this one opens.
    if (email && email.toLowerCase() !== proven.toLowerCase())
      await navigate({
        to: "/course/$slug",
        params: { slug },
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
