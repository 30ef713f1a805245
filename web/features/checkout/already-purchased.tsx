import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { successPath } from "./success-path.ts";
import type { EarlierOrder } from "./checkout-refusal.ts";

/** Shown instead of the card when this browser bought the same thing a moment ago, or its buyer is a member already. */
export function AlreadyPurchased({ order, onBuyAgain }: { order: EarlierOrder; onBuyAgain: () => void }) {
  return (
    <div role="alert" className="grid gap-3 rounded-xl bg-info-soft p-4 text-sm text-info-soft-foreground">
      <p className="font-medium">{order.message}</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" href={successPath(order.orderReference, order.email)}>
          {order.isMembership ? "Manage your membership" : "View your order"}
        </LinkButton>
        {!order.isMembership && (
          <Button size="sm" variant="outline" onClick={onBuyAgain}>
            Buy it again
          </Button>
        )}
      </div>
    </div>
  );
}
