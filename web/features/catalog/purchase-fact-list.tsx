import type { PurchaseFact } from "#contract/catalog/product-page.ts";

type Props = { facts: readonly PurchaseFact[]; className?: string };

/** What a buyer has to know before paying, a line each. */
export function PurchaseFactList({ facts, className = "" }: Props) {
  return (
    <ul
      aria-label="Before you buy"
      className={`grid list-disc gap-1.5 pl-4.5 text-sm text-muted-foreground empty:hidden ${className}`}
    >
      {facts.map(({ text }) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}
