import { useQuery } from "@tanstack/react-query";
import { Suspense, useId } from "react";
import { listMyReviews } from "#contract/reviews/reviews.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { useOpenedDialog, useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Stars } from "./stars.tsx";

// Loads when it is asked for.
const ReviewDialog = loadable(async () => (await import("./review-dialog.tsx")).ReviewDialog);

type Bought = Output<typeof listMyReviews>[number];

/** What a member bought of one creator, to be reviewed. Nothing where it cannot be read: the library goes on without. */
export function ShelfReviews({ creator }: { creator: { handle: string; name: string } }) {
  const id = useId();
  const { data: all = [] } = useQuery(apiQuery(listMyReviews));
  const { opened, open, close } = useOpenedDialog("review");
  const bought = all.filter(({ creatorHandle }) => creatorHandle === creator.handle);
  const dialog = useOpenedItem(
    opened,
    bought.map((one) => ({ ...one, id: one.productId })),
  );
  if (bought.length === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={id}>
        <h3 id={id} className="text-base font-semibold">
          Your Reviews
        </h3>
        <ul className="mt-2 divide-y divide-border">
          {bought.map((one) => (
            <BoughtRow key={one.productId} bought={one} onOpen={() => open(one.productId)} />
          ))}
        </ul>
      </section>
      {dialog.item && (
        <Suspense>
          <ReviewDialog
            key={dialog.opening}
            open={dialog.open}
            onClose={() => close({ saved: false })}
            productId={dialog.item.productId}
            title={dialog.item.title}
            creatorName={creator.name}
          />
        </Suspense>
      )}
    </Card>
  );
}

function BoughtRow({ bought, onOpen }: { bought: Bought; onOpen: () => void }) {
  const { title, rating } = bought;
  const label = rating === null ? "Leave a review" : "Your review";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-1">
        <p dir="auto" className="text-sm font-medium wrap-anywhere">
          {title}
        </p>
        {rating !== null && <Stars rating={rating} />}
      </div>
      <Button variant="outline" onClick={onOpen} className="max-sm:w-full" aria-label={`${label}: ${title}`}>
        {label}
      </Button>
    </li>
  );
}
