import { useQuery } from "@tanstack/react-query";
import { DiscardGuard } from "#web/layout/discard-guard.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MyReview } from "./my-review.tsx";
import { myReviewQuery } from "./use-my-review.ts";

type ReviewDialogProps = {
  open: boolean;
  /** Leaves the dialog's address. */
  onClose: () => void;
  productId: string;
  title: string;
  creatorName: string;
};

/** The buyer's review of one product, to write, change or delete. Whatever would lose what was typed asks first. */
export function ReviewDialog({ open, onClose, productId, title, creatorName }: ReviewDialogProps) {
  const { data: mine, isError, refetch } = useQuery(myReviewQuery(productId));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={mine?.review ? "Your review" : "Leave a review"}
      description={<bdi>{title}</bdi>}
    >
      {mine ? (
        <div className="grid gap-5">
          <MyReview
            productId={productId}
            answeredBy={creatorName}
            isAskedFor
            renderGuard={(isUnsaved) => <DiscardGuard active={open && isUnsaved} />}
          />
        </div>
      ) : isError ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-sm text-muted-foreground">Your review could not be loaded.</p>
          <Button variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div className="grid gap-5">
          <Skeleton className="h-16 w-60" />
          <Skeleton className="h-28" />
          <Skeleton className="h-16" />
        </div>
      )}
    </Dialog>
  );
}
