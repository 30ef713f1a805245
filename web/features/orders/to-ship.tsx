import { useQuery } from "@tanstack/react-query";
import { Copy, Truck } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { dayText } from "#contract/dates.ts";
import { exportToShip } from "#contract/orders/order-exports.ts";
import { listToShip } from "#contract/orders/to-ship.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { copyText } from "#web/layout/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ChooseBox } from "#web/layout/choice/choose-box.tsx";
import { useChoice } from "#web/layout/choice/use-choice.ts";
import { AddressLines } from "./address-lines.tsx";
import { ShipDialog } from "./ship-dialog.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";
import { useOrderChanges } from "./use-order-changes.ts";

type Waiting = Output<typeof listToShip>["lines"][number];

/** Parcels that wait, the longest wait first. Nothing where none does. */
export function ToShip() {
  const { data } = useQuery(apiQuery(listToShip));
  const [all, setAll] = useState(false);
  const [shipping, setShipping] = useState<Waiting>();
  const [asking, setAsking] = useState(false);
  const choice = useChoice("");
  const { ship } = useOrderChanges();
  if (!data || data.count === 0) return null;
  const { count, lines } = data;
  const shown = all ? lines : lines.slice(0, 3);
  const shownIds = shown.map(({ lineId }) => lineId);
  // One may have been sent in another tab meanwhile.
  const chosen = shownIds.filter(choice.isChosen);
  return (
    <Card role="region" aria-label={`To ship (${count})`} className="mb-5 grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-base font-semibold">
          <Truck aria-hidden="true" className="size-4.5" /> To ship ({count})
        </h2>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {chosen.length > 0 && (
            <Button size="sm" onClick={() => setAsking(true)}>
              Mark {chosen.length} as shipped
            </Button>
          )}
          <a
            href={chosen.length > 0 ? `${exportToShip.url}?ids=${chosen.join(",")}` : exportToShip.url}
            className="text-sm underline underline-offset-4"
          >
            {chosen.length > 0 ? `Labels of ${chosen.length} as CSV` : "Labels as CSV"}
          </a>
        </span>
      </div>
      <ul className="grid gap-4">
        {shown.map((line) => (
          <Parcel
            key={line.lineId}
            line={line}
            isChosen={choice.isChosen(line.lineId)}
            onChoose={(isChosen) => choice.set([line.lineId], isChosen, shownIds)}
            onShip={() => setShipping(line)}
          />
        ))}
      </ul>
      {lines.length > shown.length && (
        <Button variant="outline" className="w-fit" onClick={() => setAll(true)}>
          Show {lines.length - shown.length} more
        </Button>
      )}
      {all && count > lines.length && (
        <p className="text-sm text-muted-foreground">
          And {count - lines.length} more: they come up as these are sent, and all of them are in the CSV.
        </p>
      )}
      {shipping && (
        <ShipDialog
          key={shipping.lineId}
          orderId={shipping.orderId}
          line={{ id: shipping.lineId, title: shipping.title, shippedAt: null, trackingUrl: null }}
          open
          onClose={() => setShipping(undefined)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Mark as shipped"
        description={`${
          chosen.length === 1 ? "Its buyer gets" : `The buyers of these ${chosen.length} parcels get`
        } a mail that it is on its way, without a tracking link.`}
        confirmLabel="Mark as shipped"
        pending={ship.isPending}
        onConfirm={() =>
          ship.mutate(
            { body: { lineIds: chosen } },
            { onSuccess: choice.clear, onSettled: () => setAsking(false) },
          )
        }
      />
    </Card>
  );
}

type ParcelProps = {
  line: Waiting;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onShip: () => void;
};

function Parcel({ line, isChosen, onChoose, onShip }: ParcelProps) {
  const zone = useZone();
  const { open } = useCustomersAddress();
  const { title, quantity, number, paidAt, address, orderId } = line;
  const what = `${isolated(title)}, order ${number ?? ""}`;
  return (
    <li className="grid gap-3 border-t border-border pt-4 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="flex min-w-0 items-start gap-3">
        <ChooseBox label={`Choose: ${what}`} isChosen={isChosen} onChange={onChoose} />
        <div className="grid min-w-0 content-start gap-0.5">
          <p className="font-medium wrap-anywhere">
            {quantity > 1 && `${quantity} × `}
            <bdi>{title}</bdi>
          </p>
          <p className="text-muted-foreground">
            <button
              type="button"
              className="rounded-sm underline underline-offset-4 hover:text-foreground"
              onClick={() => open({ order: orderId })}
            >
              Order {number}
            </button>
            , paid on {dayText(paidAt, zone)}
          </p>
        </div>
      </div>
      <AddressLines address={address} />
      <div className="flex flex-wrap content-start gap-2 sm:flex-col">
        <Button size="sm" aria-label={`Mark as shipped: ${what}`} onClick={onShip}>
          Mark as shipped
        </Button>
        <Button
          size="sm"
          variant="outline"
          aria-label={`Copy address: ${what}`}
          onClick={() => void copyText(address.lines.join("\n"), "Address copied")}
        >
          <Copy aria-hidden="true" /> Copy address
        </Button>
      </div>
    </li>
  );
}
