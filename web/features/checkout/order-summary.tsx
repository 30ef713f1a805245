import { RotateCcw, ShieldCheck } from "lucide-react";
import type { ProductPage } from "#contract/catalog.ts";
import type { Output } from "#web/api.ts";
import type { getProduct } from "#contract/catalog.ts";
import { formatMoney } from "#web/ui/money.ts";

type Product = Output<typeof getProduct>;
export type Amounts = { subtotalCents: number; totalCents: number };

const typeDescriptions: Record<ProductPage["type"], string> = {
  DOWNLOAD: "Digital download",
  COURSE: "Online course",
  MEMBERSHIP: "Membership",
  BOOKING_LINK: "1:1 session",
  PHYSICAL: "Physical product",
  SERVICE: "Service",
  EVENT: "Event",
};

/** What is bought and what it costs. */
export function OrderSummary({ product, amounts }: { product: Product; amounts: Amounts }) {
  const { currency } = product;
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded-2xl border border-border bg-card p-5 shadow-sm sm:p-6"
    >
      <h2 id="order-summary" className="text-base font-semibold">
        Order Summary
      </h2>
      <div className="mt-4 flex gap-4">
        {product.cover && (
          <picture className="shrink-0">
            <source type="image/avif" srcSet={product.cover.avif} sizes="6rem" />
            <source type="image/webp" srcSet={product.cover.webp} sizes="6rem" />
            <img
              src={product.cover.src}
              alt=""
              width={96}
              height={60}
              className="h-15 w-24 rounded-lg object-cover"
            />
          </picture>
        )}
        <div className="min-w-0 grow">
          <p className="leading-snug font-medium">{product.title}</p>
          <p className="text-sm text-muted-foreground">
            {typeDescriptions[product.type]} by {product.creator.name}
          </p>
        </div>
        <p className="font-medium whitespace-nowrap">
          {formatMoney(product.priceCents, currency)}
          {product.type === "MEMBERSHIP" && (
            <span className="block text-right text-xs font-normal text-muted-foreground">
              {product.billingInterval === "YEAR" ? "per year" : "per month"}
            </span>
          )}
        </p>
      </div>
      <dl className="mt-5 grid gap-2 border-t border-border pt-5 text-sm">
        <Row label="Subtotal" value={formatMoney(amounts.subtotalCents, currency)} />
        <Row label="Tax" value={formatMoney(0, currency)} />
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-border pt-4 text-base font-semibold">
          <dt>Total</dt>
          <dd aria-live="polite">{formatMoney(amounts.totalCents, currency)}</dd>
        </div>
      </dl>
      <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted-foreground">
        <li className="flex items-center gap-1.5">
          <ShieldCheck className="size-4 text-success" aria-hidden="true" />
          Secure Payment
        </li>
        <li className="flex items-center gap-1.5">
          <RotateCcw className="size-4 text-success" aria-hidden="true" />
          30-Day Refund
        </li>
      </ul>
    </section>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted-foreground">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
