import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";

const ReviewDialog = lazy(async () => ({ default: (await import("./review-dialog.tsx")).ReviewDialog }));

type ReviewButtonProps = { productId: string; title: string };

/** 'Leave a review' of something bought; what it opens loads when it is pressed. */
export function ReviewButton({ productId, title }: ReviewButtonProps) {
  const [wasOpened, setOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Leave a review: ${title}`}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        Leave a review
      </Button>
      {wasOpened && (
        <Suspense>
          <ReviewDialog open={isOpen} onOpenChange={setOpen} productId={productId} title={title} />
        </Suspense>
      )}
    </>
  );
}
