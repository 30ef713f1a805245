import { useState } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type Review, ReviewItem } from "./review-item.tsx";

type OwnReviewProps = {
  review: Review;
  answeredBy: string;
  onEdit: () => void;
  onDelete: (done: () => void) => void;
  isDeleting: boolean;
};

/** What this buyer wrote, which they may change or delete. */
export function OwnReview({ review, answeredBy, onEdit, onDelete, isDeleting }: OwnReviewProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ReviewItem review={review} answeredBy={answeredBy} aside={<Badge tone="brand">Your review</Badge>}>
        <div className="mt-1 flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onEdit}>
            Edit review
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
            Delete review
          </Button>
        </div>
      </ReviewItem>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your review"
        description={
          review.answer === null
            ? "Your stars and your text are taken away. This action cannot be undone."
            : "Your stars, your text and the answer to it are taken away. This action cannot be undone."
        }
        confirmLabel="Delete review"
        destructive
        pending={isDeleting}
        onConfirm={() => onDelete(() => setAsking(false))}
      />
    </>
  );
}
