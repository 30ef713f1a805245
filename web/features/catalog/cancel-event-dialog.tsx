import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isolated } from "#contract/isolated.ts";
import { cancelEvent, getEventNews } from "#contract/events/events.ts";
import { forSupport } from "#contract/team/roles.ts";
import { apiQuery, callApi, type Input } from "#web/api.ts";
import { useChange } from "#web/layout/use-change.ts";
import { useMay } from "#web/layout/use-role.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useProductRefresh } from "./use-product-changes.ts";
import { isCalledOff } from "./is-called-off.ts";
import type { MyProduct } from "./product-form-values.ts";

/** Asks before an event is called off, or takes place after all, and says who hears of it. */
export function CancelEventDialog({ product, onClose }: { product: MyProduct; onClose: () => void }) {
  const { id, title } = product;
  const isCancelled = !isCalledOff(product);
  const { data: news } = useQuery(apiQuery(getEventNews, { params: { id } }));
  const refresh = useProductRefresh();
  const change = useChange({
    change: (input: Input<typeof cancelEvent>) => callApi(cancelEvent, input),
    refresh,
    done: ({ isCancelled }) => (isCancelled ? "Event cancelled" : "The event takes place after all"),
    failed: () => "The event could not be changed",
  });
  const seesOrders = useMay(forSupport);
  const told = news ? toldText(news.buyers) : "";
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isCancelled ? "Cancel this event?" : "Does it take place after all?"}
      description={
        isCancelled
          ? `“${isolated(title)}” goes off sale. ${told} Nobody is refunded by itself: you refund its orders one by one. You can take it back.`
          : `“${isolated(title)}” stays off sale until you activate it. ${told}`
      }
      confirmLabel={isCancelled ? "Cancel the event" : "It takes place"}
      cancelLabel="Go back"
      destructive={isCancelled}
      preparing={!news}
      pending={change.isPending}
      onConfirm={() => change.mutate({ params: { id }, body: { isCancelled } }, { onSettled: onClose })}
    >
      {seesOrders && news && news.buyers !== 0 && (
        <Link
          to="/admin"
          search={{ tab: "customers", product: id }}
          onClick={onClose}
          className="mt-1 w-fit text-sm font-medium underline underline-offset-4"
        >
          See its orders
        </Link>
      )}
    </ConfirmDialog>
  );
}

const toldText = (buyers: number | null) =>
  buyers === 0
    ? "Nobody has bought it, so nobody is told."
    : `${whoAre(buyers)} told by mail in ten minutes, with a file for their calendar.`;

function whoAre(buyers: number | null): string {
  if (buyers === null) return "Its buyers are";
  return buyers === 1 ? "Its buyer is" : `Its ${buyers.toLocaleString("en-US")} buyers are`;
}
