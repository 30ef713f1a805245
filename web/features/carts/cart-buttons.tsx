import { Suspense, useState } from "react";
import { listAbandonedCarts } from "#contract/carts/carts.ts";
import { listCartSequences, sendCartEmail, stopCartSequence } from "#contract/carts/sequences.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import type { ListedCart } from "./cart-row.tsx";

const MarkRecoveredDialog = loadable(
  async () => (await import("./mark-recovered-dialog.tsx")).MarkRecoveredDialog,
);

const shownIn = [listAbandonedCarts, listCartSequences];

/** Send the next email now, stop them, or say which order the cart became. */
export function CartButtons({ cart }: { cart: ListedCart }) {
  const [isMarking, setMarking] = useState(false);
  const refresh = useRefresh(shownIn);
  const params = { id: cart.id };
  const send = useChange({
    change: () => callApi(sendCartEmail, { params }),
    refresh,
    done: () => "Recovery email sent successfully",
    failed: (error) => errorMessage(error, "Failed to send recovery email"),
  });
  const stop = useChange({
    change: () => callApi(stopCartSequence, { params }),
    refresh,
    done: () => "Email sequence stopped successfully",
    failed: (error) => errorMessage(error, "Failed to stop email sequence"),
  });
  const stopLabel = cart.isStopped ? "Stopped" : "Stop Sequence";
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="outline"
        aria-label={`Send Now: ${cart.email}`}
        disabled={cart.recovered || cart.isStopped}
        loading={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        Send Now
      </Button>
      {!cart.recovered && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${stopLabel}: ${cart.email}`}
          disabled={cart.isStopped}
          loading={stop.isPending}
          onClick={() => stop.mutate(undefined)}
        >
          {stopLabel}
        </Button>
      )}
      {!cart.recovered && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Mark as recovered: ${cart.email}`}
          onClick={() => setMarking(true)}
        >
          Mark as recovered
        </Button>
      )}
      {isMarking && (
        <Suspense>
          <MarkRecoveredDialog cart={cart} onClose={() => setMarking(false)} />
        </Suspense>
      )}
    </div>
  );
}
