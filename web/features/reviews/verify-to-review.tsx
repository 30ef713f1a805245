import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { getMyReview } from "#contract/reviews/reviews.ts";
import { apiKey } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// Loads when it is asked for.
const VerifyEmail = loadable(
  async () => (await import("#web/layout/verify-email/verify-email.tsx")).VerifyEmail,
);

type Props = {
  /** The proof ended while a review was written, which can be saved afterwards. */
  isDraftKept?: boolean;
};

/** Offers to prove the address in place: a review belongs to an address, and paying proves none. */
export function VerifyToReview({ isDraftKept = false }: Props) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The form is gone for now, and with it the focus.
  useEffect(() => {
    if (isDraftKept) button.current?.focus();
  }, [isDraftKept]);
  if (!isOpen)
    return (
      <div className="grid justify-items-start gap-3">
        {isDraftKept && (
          <p className="text-sm text-muted-foreground">
            What you have written is kept. Verify your email again to save it.
          </p>
        )}
        <Button ref={button} variant="outline" onClick={() => setOpen(true)}>
          Verify your email to review
        </Button>
      </div>
    );
  return (
    <div className="max-w-md">
      <Suspense fallback={<Skeleton className="h-40" />}>
        <VerifyEmail
          onVerified={() => void queryClient.invalidateQueries({ queryKey: apiKey(getMyReview) })}
        />
      </Suspense>
    </div>
  );
}
