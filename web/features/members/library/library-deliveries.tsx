import { Card } from "#web/ui/card.tsx";
import type { LibraryDelivery } from "./library-query.ts";

/** How to get what is no file and no course, in the seller's words. */
export function LibraryDeliveries({ deliveries }: { deliveries: readonly LibraryDelivery[] }) {
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-base font-semibold">Your Bookings and Services</h3>
      <ul className="mt-2 divide-y divide-border">
        {deliveries.map(({ productId, title, note }) => (
          <li key={productId} className="grid gap-1 py-4 text-sm wrap-anywhere">
            <p className="font-medium">{title}</p>
            <p className="whitespace-pre-line text-muted-foreground">{note}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
