import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Switch } from "#web/ui/switch.tsx";
import type { Offer } from "./offer-calls.ts";
import { discountText } from "./offer-discount.ts";
import { OfferFigures } from "./offer-figures.tsx";
import type { OfferKind } from "./offer-kinds.ts";

type OfferRowProps = {
  kind: OfferKind;
  offer: Offer;
  /** The means to move it. */
  handles: ReactNode;
  /** Which one it is, from 1. */
  number: number;
  onEdit: () => void;
  onActiveChange: (active: boolean) => void;
  onDelete: () => void;
};

/** One offer of the list: what it is, what it costs, what it has brought; on a phone one under the other. */
export function OfferRow(props: OfferRowProps) {
  const { kind, offer, handles, number, onEdit, onActiveChange, onDelete } = props;
  const switchId = useId();
  return (
    <div className="grid grid-cols-1 gap-4 p-4 sm:px-6 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center">
      <div className="flex items-center justify-between gap-2 md:w-32">
        <span className="min-w-6 text-sm font-medium text-muted-foreground tabular-nums">
          <span className="sr-only">Number </span>
          {number}
        </span>
        {handles}
      </div>
      <div className="grid min-w-0 gap-3">
        <OfferDescription offer={offer} onEdit={onEdit} />
        <OfferFigures kind={kind} offer={offer} />
      </div>
      <div className="flex items-center justify-between gap-3 md:justify-end">
        <span className="flex items-center gap-2.5">
          <Switch
            id={switchId}
            checked={offer.active}
            onCheckedChange={onActiveChange}
            aria-label={`Active: ${offer.title}`}
          />
          <label htmlFor={switchId} className="text-sm text-muted-foreground md:w-14">
            {offer.active ? "Active" : "Inactive"}
          </label>
        </span>
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`More actions: ${offer.title}`}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onClick={onEdit}>
            <Pencil aria-hidden="true" /> Edit
          </MenuItem>
          <MenuItem destructive onClick={onDelete}>
            <Trash2 aria-hidden="true" /> Delete
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

function OfferDescription({ offer, onEdit }: Pick<OfferRowProps, "offer" | "onEdit">) {
  const zone = useZone();
  const { product, offerPriceCents, obstacle, description, endsAt } = offer;
  const { cover } = product;
  return (
    <div className="flex min-w-0 gap-3">
      {cover && <CoverThumbnail cover={cover} size="small" />}
      <div className="grid min-w-0 gap-1">
        <button
          dir="auto"
          type="button"
          onClick={onEdit}
          className="rounded-sm text-left leading-snug font-medium underline-offset-4 hover:underline"
        >
          {offer.title}
        </button>
        {description && (
          <p dir="auto" className="line-clamp-2 text-sm text-muted-foreground">
            {description}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span dir="auto" className="text-muted-foreground">
            {product.title}
          </span>
          <span className="font-medium tabular-nums">{formatMoney(offerPriceCents, product.currency)}</span>
          {offerPriceCents < product.priceCents && (
            <>
              <s className="text-muted-foreground tabular-nums">
                <span className="sr-only">instead of </span>
                {formatMoney(product.priceCents, product.currency)}
              </s>
              <Badge tone="success">{discountText(offer)}</Badge>
            </>
          )}
          {endsAt !== null && (
            <Badge tone={obstacle === "ENDED" ? "warning" : "info"}>
              {obstacle === "ENDED" ? "Ended" : "Ends"} {momentText(endsAt, zone)}
            </Badge>
          )}
          {obstacle && obstacle !== "ENDED" && <Badge tone="warning">{obstacleTexts[obstacle]}</Badge>}
        </p>
      </div>
    </div>
  );
}

const obstacleTexts: Record<Exclude<NonNullable<Offer["obstacle"]>, "ENDED">, string> = {
  DELETED: "Not offered: product deleted",
  OFF_SALE: "Not offered: product inactive",
  RECURRING: "Not offered: a membership now",
  BUNDLE: "Not offered: a bundle now",
  OWN_PRICE: "Not offered: buyers choose its price now",
  SOLD_OUT: "Not offered: sold out",
  NO_ADDRESS: "Not offered: it is shipped, and the order asks for no address",
  TOO_CHEAP: "Not offered: below $0.50",
};
