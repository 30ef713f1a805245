import { useId } from "react";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { eventTimes } from "#web/ui/event-date.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { OrderBump } from "./cart.ts";

type Props = {
  bumps: readonly OrderBump[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
};

/** The extras offered with a product. The whole card is the checkbox's label, so a click anywhere on it ticks. */
export function BumpOffers({ bumps, chosen, onChoose }: Props) {
  const headingId = useId();
  if (bumps.length === 0) return null;
  return (
    <div
      role="group"
      aria-labelledby={headingId}
      className="grid gap-3 lg:mt-5 lg:border-t lg:border-border lg:pt-5"
    >
      <h3 id={headingId} className="text-sm font-semibold">
        Add These Special Offers
      </h3>
      {bumps.map((bump) => (
        <BumpOffer
          key={bump.id}
          bump={bump}
          checked={chosen.includes(bump.id)}
          onToggle={(checked) =>
            onChoose(checked ? [...chosen, bump.id] : chosen.filter((id) => id !== bump.id))
          }
        />
      ))}
    </div>
  );
}

type OfferProps = { bump: OrderBump; checked: boolean; onToggle: (checked: boolean) => void };

function BumpOffer({ bump, checked, onToggle }: OfferProps) {
  const zone = useZone();
  const id = useId();
  const { bumpProduct, offerPriceCents } = bump;
  const savedCents = bumpProduct.priceCents - offerPriceCents;
  const price = (cents: number) => formatMoney(cents, bumpProduct.currency);
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer gap-3 rounded-xl border border-input p-4 transition-colors hover:border-muted-foreground/60 has-checked:border-brand has-checked:bg-brand-soft/60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
    >
      <Checkbox
        id={id}
        value={bump.id}
        checked={checked}
        autoComplete="off"
        // Of no form, although it may stand in one: Enter on it must not press pay.
        form=""
        aria-labelledby={`${id}-title ${id}-price`}
        aria-describedby={`${id}-text`}
        className="mt-0.5 [&_input]:outline-none"
        onChange={(event) => onToggle(event.target.checked)}
      />
      <span className="grid min-w-0 grow gap-1.5 text-sm wrap-anywhere">
        <span dir="auto" id={`${id}-title`} className="leading-snug font-medium">
          {bump.title}
        </span>
        <span id={`${id}-text`} className="text-muted-foreground">
          <bdi>{bump.description || bumpProduct.title}</bdi>
          {(bumpProduct.event ? eventTimes(bumpProduct.event, zone) : []).map((when) => (
            <span key={when} className="mt-1 block">
              {when}
            </span>
          ))}
          {bumpProduct.downloadLimit && <span className="mt-1 block">{bumpProduct.downloadLimit}</span>}
          {bump.endsAt !== null && (
            <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone="warning">Limited Time Offer</Badge> Ends {momentText(bump.endsAt, zone)}
            </span>
          )}
        </span>
        <span id={`${id}-price`} className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{price(offerPriceCents)}</span>
          {savedCents > 0 && (
            <>
              <s className="text-muted-foreground">
                <span className="sr-only">instead of </span>
                {price(bumpProduct.priceCents)}
              </s>
              <Badge tone="success">Save {price(savedCents)}</Badge>
            </>
          )}
        </span>
      </span>
    </label>
  );
}
