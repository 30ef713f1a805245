import { Clock, ShieldCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { refundTerms } from "#contract/accounts/refund-words.ts";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { EventDate } from "#web/ui/event-date.tsx";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { RefundPromise } from "./refund-promise.tsx";
import type { UpsellOffer } from "./use-finished-purchase.ts";

type Props = {
  offer: UpsellOffer;
  /** The buttons, or the payment form in their place. */
  children: ReactNode;
};

/** One add-on: what it is, what it costs here, and what it costs otherwise. */
export function OfferCard({ offer, children }: Props) {
  const zone = useZone();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever listens to the page instead of seeing it is led to every new offer.
  useEffect(() => heading.current?.focus(), []);
  const { upsellProduct, offerPriceCents, shippingCents, endsAt } = offer;
  const { cover } = upsellProduct;
  const savedCents = upsellProduct.priceCents - offerPriceCents;
  const money = (cents: number) => formatMoney(cents, upsellProduct.currency);
  return (
    <Card className="grid gap-5 p-5 sm:p-6">
      <div className="grid justify-items-start gap-2">
        <Badge tone="warning">
          <Clock aria-hidden="true" />
          {endsAt === null ? "Only on this page" : "Limited Time Offer"}
        </Badge>
        {endsAt !== null && <p className="text-sm text-muted-foreground">Ends {momentText(endsAt, zone)}</p>}
        <h1
          dir="auto"
          ref={heading}
          tabIndex={-1}
          className="text-2xl leading-tight font-semibold tracking-tight outline-none"
        >
          {offer.title}
        </h1>
        {offer.description && (
          <p dir="auto" className="text-muted-foreground">
            {offer.description}
          </p>
        )}
      </div>
      <div className="grid gap-4 rounded-xl border border-border p-4">
        <div className="flex gap-4">
          {cover && <CoverThumbnail cover={cover} size="medium" />}
          <div className="grid min-w-0 gap-1">
            <h2 dir="auto" className="leading-snug font-medium">
              {upsellProduct.title}
            </h2>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-lg font-semibold">{money(offerPriceCents)}</span>
              {savedCents > 0 && (
                <>
                  <s className="text-sm text-muted-foreground">
                    <span className="sr-only">instead of </span>
                    {money(upsellProduct.priceCents)}
                  </s>
                  <Badge tone="success">Save {money(savedCents)}</Badge>
                </>
              )}
            </p>
            {upsellProduct.event && <EventDate event={upsellProduct.event} />}
            {upsellProduct.downloadLimit && (
              <p className="text-sm text-muted-foreground">{upsellProduct.downloadLimit}</p>
            )}
            {shippingCents > 0 && (
              <p className="text-sm text-muted-foreground">plus {money(shippingCents)} for shipping</p>
            )}
          </div>
        </div>
        <p
          dir="auto"
          className="line-clamp-6 text-sm wrap-anywhere whitespace-pre-line text-muted-foreground"
        >
          {upsellProduct.description || "Premium add-on to enhance your purchase"}
        </p>
      </div>
      {children}
      <ul className="flex flex-wrap justify-center gap-x-5 gap-y-2 text-sm text-muted-foreground [&_li]:flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success">
        <li>
          <ShieldCheck aria-hidden="true" />
          Secure
        </li>
        <RefundPromise policy={offer.refundPolicy} />
        {!offer.refundPolicy.guaranteed && (
          <li className="min-w-0 wrap-anywhere">{refundTerms(offer.refundPolicy)}</li>
        )}
        {endsAt !== null && (
          <li>
            <Clock aria-hidden="true" />
            Limited Time
          </li>
        )}
      </ul>
    </Card>
  );
}
