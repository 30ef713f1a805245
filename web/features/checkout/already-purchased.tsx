import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { successPath } from "./success-path.ts";
import type { EarlierOrder } from "./checkout-refusal.ts";

/** Shown instead of the card when this browser bought the same thing a moment ago. */
export function AlreadyPurchased({ order, onBuyAgain }: { order: EarlierOrder; onBuyAgain: () => void }) {
  return (
    <div role="alert" className="grid gap-3 rounded-xl bg-info-soft p-4 text-sm text-info-soft-foreground">
      <p className="font-medium">You bought this a moment ago.</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" href={successPath(order.orderReference, order.email)}>
          View your order
        </LinkButton>
        <Button size="sm" variant="outline" onClick={onBuyAgain}>
          Buy it again
        </Button>
      </div>
    </div>
  );
}
