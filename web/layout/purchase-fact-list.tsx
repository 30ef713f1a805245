import { Download, type LucideIcon, RefreshCw, Scale, Ticket, Truck } from "lucide-react";
import { type PurchaseFact, purchaseFacts } from "./purchase-facts.ts";

const icons: Record<PurchaseFact["kind"], LucideIcon> = {
  BILLING: RefreshCw,
  DOWNLOADS: Download,
  SHIPPING: Truck,
  SEATS: Ticket,
  REFUNDS: Scale,
};

type Props = { product: Parameters<typeof purchaseFacts>[0]; className?: string };

/** Billing, downloads, shipping, seats and refunds, a line each. */
export function PurchaseFactList({ product, className = "" }: Props) {
  return (
    <ul
      aria-label="Before you buy"
      className={`grid gap-2 text-sm text-muted-foreground empty:hidden ${className}`}
    >
      {purchaseFacts(product).map(({ kind, text }) => {
        const Icon = icons[kind];
        return (
          <li key={text} className="flex items-start gap-2">
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {/* A browser may know a country by another name than the server. */}
            <span className="min-w-0 wrap-anywhere" suppressHydrationWarning>
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
