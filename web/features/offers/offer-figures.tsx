import type { ReactNode } from "react";
import { formatMoney } from "#web/ui/money.ts";
import type { Offer } from "./offer-calls.ts";
import type { OfferKind } from "./offer-kinds.ts";

/** Shown where there is nothing to divide by. */
const nothing = "—";

/** What an offer has brought: how many saw it, how many took it, and what they paid, less refunds. */
export function OfferFigures({ kind, offer }: { kind: OfferKind; offer: Offer }) {
  const { shown, accepted, revenueCents, product } = offer;
  const seers = kind === "upsells" ? ["order", "orders"] : ["checkout", "checkouts"];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <Figure label="Shown">
        {count(shown)} {shown === 1 ? seers[0] : seers[1]}
      </Figure>
      <Figure label="Accepted">{count(accepted)}</Figure>
      <Figure label="Acceptance rate">
        {shown === 0 ? (
          <>
            {nothing}
            {accepted === 0 && <span className="font-normal text-muted-foreground"> not shown yet</span>}
          </>
        ) : (
          <>
            {rateText(accepted / shown)}{" "}
            <span className="font-normal text-muted-foreground">
              {count(accepted)} of {count(shown)}
            </span>
          </>
        )}
      </Figure>
      <Figure label="Revenue">{formatMoney(revenueCents, product.currency)}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}

const count = (number: number) => number.toLocaleString("en-US");

/** A share as a percentage, with one decimal where it has one. */
const rateText = (share: number) => `${Math.round(share * 1_000) / 10}%`;
