import { useFormContext, useWatch } from "react-hook-form";
import { momentOfFieldText, momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { Offer } from "./offer-calls.ts";
import { offerPriceOf } from "./offer-discount.ts";
import { discountOf, type OfferFormValues } from "./offer-form-values.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import type { ProductChoice } from "./product-choice.ts";

type OfferPreviewProps = {
  kind: OfferKind;
  offer: Offer | undefined;
  products: readonly ProductChoice[];
};

/** The offer as its buyers will see it, while it is being written. */
export function OfferPreview({ kind, offer, products }: OfferPreviewProps) {
  const zone = useZone();
  const { control } = useFormContext<OfferFormValues>();
  const values = useWatch({ control }) as OfferFormValues;
  const product =
    products.find(({ id }) => id === values.productId) ??
    (offer?.product.id === values.productId ? offer.product : undefined);
  const priceCents = product?.priceCents ?? 0;
  const shown: Shown = {
    title: values.title.trim() || "Your title",
    endsAt: values.endsAt === "" ? null : momentOfFieldText(values.endsAt, zone),
    description: values.description.trim(),
    productTitle: product?.title ?? offerTexts[kind].product,
    priceCents,
    offerPriceCents: offerPriceOf(priceCents, {
      discountType: values.discountType,
      discountValue: discountOf(values),
    }),
  };
  return (
    <aside aria-label="Preview" className="lg:sticky lg:top-0">
      <p className="mb-2 text-sm font-medium text-muted-foreground">
        {kind === "upsells" ? "Right after payment" : "At checkout"}
      </p>
      {/* A picture of it: nothing in it is to be pressed. */}
      <div inert>{kind === "upsells" ? <UpsellCard {...shown} /> : <BumpCard {...shown} />}</div>
      {!values.active && (
        <p className="mt-3 text-sm text-muted-foreground">Buyers do not see it while it is inactive.</p>
      )}
    </aside>
  );
}

type Shown = {
  title: string;
  endsAt: Date | null;
  description: string;
  productTitle: string;
  priceCents: number;
  offerPriceCents: number;
};

function BumpCard({ title, endsAt, description, productTitle, ...prices }: Shown) {
  const zone = useZone();
  return (
    <div className="grid gap-3 rounded-2xl border border-border bg-card p-4">
      <p className="text-sm font-semibold">Add These Special Offers</p>
      <div className="flex gap-3 rounded-xl border border-brand bg-brand-soft/60 p-4">
        <Checkbox checked readOnly aria-label="Ticked" className="mt-0.5" />
        <div className="grid min-w-0 grow gap-1.5 text-sm wrap-anywhere">
          <p dir="auto" className="leading-snug font-medium">
            {title}
          </p>
          <p dir="auto" className="text-muted-foreground">
            {description || productTitle}
          </p>
          {endsAt && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
              <Badge tone="warning">Limited Time Offer</Badge> Ends {momentText(endsAt, zone)}
            </p>
          )}
          <Prices {...prices} />
        </div>
      </div>
    </div>
  );
}

function UpsellCard({ title, endsAt, description, productTitle, ...prices }: Shown) {
  const zone = useZone();
  return (
    <div className="grid gap-4 rounded-2xl border border-border bg-card p-5 wrap-anywhere">
      <div className="grid justify-items-start gap-1 text-sm">
        <Badge tone="warning">{endsAt ? "Limited Time Offer" : "Only on this page"}</Badge>
        {endsAt && <p className="text-muted-foreground">Ends {momentText(endsAt, zone)}</p>}
      </div>
      <p dir="auto" className="text-lg leading-tight font-semibold tracking-tight">
        {title}
      </p>
      <p dir="auto" className="text-sm text-muted-foreground">
        {description || "Premium add-on to enhance your purchase"}
      </p>
      <div className="grid gap-1 rounded-xl border border-border p-4 text-sm">
        <p dir="auto" className="font-medium">
          {productTitle}
        </p>
        <Prices {...prices} />
      </div>
      <Button variant="brand">Yes, Add This - {formatMoney(prices.offerPriceCents)}</Button>
      <Button variant="ghost">No Thanks</Button>
    </div>
  );
}

function Prices({ priceCents, offerPriceCents }: Pick<Shown, "priceCents" | "offerPriceCents">) {
  const savedCents = priceCents - offerPriceCents;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-semibold">{formatMoney(offerPriceCents)}</span>
      {savedCents > 0 && (
        <>
          <s className="text-muted-foreground">
            <span className="sr-only">instead of </span>
            {formatMoney(priceCents)}
          </s>
          <Badge tone="success">Save {formatMoney(savedCents)}</Badge>
        </>
      )}
    </p>
  );
}
