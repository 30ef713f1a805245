import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { reviewFromPercent } from "#contract/reviews/reviews.ts";
import { Button } from "#web/ui/button.tsx";
import { OwnReview } from "./own-review.tsx";
import { ReviewForm } from "./review-form.tsx";
import {
  type MyReview as Mine,
  myReviewQuery,
  type ReviewDraft,
  useMyReviewChanges,
} from "./use-my-review.ts";
import { VerifyToReview } from "./verify-to-review.tsx";

type MyReviewProps = {
  productId: string;
  answeredBy: string;
  /** Begins with the form, and says so where there is no purchase, instead of showing nothing. */
  isAskedFor?: boolean;
  /** Stands beside the form, and asks before what was typed is lost. */
  renderGuard?: ((isUnsaved: boolean) => ReactNode) | undefined;
};

/**
 * What this buyer can do about their review of a product: verify their address, go on with the course, write, change or
 * delete it. Nothing for whoever has not bought it.
 */
export function MyReview({ productId, answeredBy, isAskedFor = false, renderGuard }: MyReviewProps) {
  const { data: mine } = useQuery(myReviewQuery(productId));
  // Here, not with the form: what was written outlives a proof that ends meanwhile. Null: the form was closed.
  const [draft, setDraft] = useState<ReviewDraft | null>();
  if (!mine) return null;
  const { status, progressPercent } = mine;
  if (status === "VERIFY_EMAIL")
    return (
      <>
        <VerifyToReview isDraftKept={Boolean(draft)} />
        {draft && renderGuard?.(true)}
      </>
    );
  if (status === "MORE_PROGRESS")
    return (
      <p className="text-sm text-muted-foreground">
        You can review this course once you have done {reviewFromPercent}% of it. So far: {progressPercent}%.
      </p>
    );
  if (status === "NOT_STARTED")
    return <p className="text-sm text-muted-foreground">You can review this event once it has started.</p>;
  if (status === "OPEN")
    return (
      <Writing
        productId={productId}
        mine={mine}
        draft={draft === undefined && isAskedFor && !mine.review ? newDraft(mine) : (draft ?? undefined)}
        onDraft={setDraft}
        answeredBy={answeredBy}
        renderGuard={renderGuard}
      />
    );
  return isAskedFor ? (
    <>
      <p className="text-sm text-muted-foreground">
        Only a purchase that stands can be reviewed. Bought it with another address? Verify that one.
      </p>
      <VerifyToReview />
    </>
  ) : null;
}

type WritingProps = Omit<MyReviewProps, "isAskedFor"> & {
  mine: Mine;
  draft: ReviewDraft | undefined;
  onDraft: (draft: ReviewDraft | null) => void;
};

function Writing({ productId, mine, draft, onDraft, answeredBy, renderGuard }: WritingProps) {
  const { review } = mine;
  const changes = useMyReviewChanges(productId);
  const place = useRef<HTMLDivElement>(null);

  /** The form is gone, and with it the focus. */
  const close = () => {
    onDraft(null);
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className="rounded-lg outline-offset-8">
      {draft ? (
        <>
          <ReviewForm
            draft={draft}
            onChange={onDraft}
            isNew={!review}
            isSaving={changes.isSaving}
            problems={changes.problems}
            onSave={(draft) => changes.save(draft, close)}
            onCancel={close}
          />
          {renderGuard?.(!isSame(draft, review ?? newDraft(mine)))}
        </>
      ) : review ? (
        <OwnReview
          review={review}
          answeredBy={answeredBy}
          onEdit={() => onDraft(review)}
          onDelete={(done) =>
            changes.remove(() => {
              done();
              close();
            })
          }
          isDeleting={changes.isDeleting}
        />
      ) : (
        <Button variant="outline" onClick={() => onDraft(newDraft(mine))}>
          Write a review
        </Button>
      )}
    </div>
  );
}

const newDraft = ({ suggestedName }: Mine): ReviewDraft => ({
  rating: undefined,
  text: "",
  authorName: suggestedName,
});

const isSame = (one: ReviewDraft, other: ReviewDraft) =>
  one.rating === other.rating && one.text === other.text && one.authorName === other.authorName;
