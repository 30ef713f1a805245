import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { getMyReview } from "#contract/reviews.ts";
import { apiKey } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

// Loads when it is asked for.
const VerifyEmail = lazy(async () => ({
  default: (await import("#web/layout/verify-email/verify-email.tsx")).VerifyEmail,
}));

/** Offers to prove the address in place: a review belongs to an address, and paying proves none. */
export function VerifyToReview() {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="outline" className="justify-self-start" onClick={() => setOpen(true)}>
        Verify your email to review
      </Button>
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
