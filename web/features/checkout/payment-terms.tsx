import { formatMoney } from "#web/ui/money.ts";
import type { Product } from "./cart.ts";

type Props = {
  product: Pick<Product, "type" | "priceCents" | "currency" | "billingInterval">;
  /** A card pays, and may be asked again for add-ons. */
  takesCard: boolean;
  isFree: boolean;
};

/** What pressing the button agrees to, right below it. */
export function PaymentTerms({ product, takesCard, isFree }: Props) {
  return (
    <div className="grid gap-2 text-center text-xs text-muted-foreground">
      <RenewalConsent product={product} />
      <p>
        {isFree ? "By getting it" : "By completing this purchase"} you agree to the{" "}
        <a className="underline underline-offset-2" href="/terms" target="_blank" rel="noreferrer">
          Terms of Service
        </a>{" "}
        and{" "}
        <a className="underline underline-offset-2" href="/privacy" target="_blank" rel="noreferrer">
          Privacy Policy
        </a>
        .{takesCard && " Your card may be used again for add-ons that you accept right after this purchase."}
      </p>
    </div>
  );
}

/** What a membership's buyer agrees to: beside every button that buys it. */
export function RenewalConsent({ product }: Pick<Props, "product">) {
  if (!isRenewed(product)) return null;
  return (
    <p className="text-center text-sm text-foreground">
      Your membership renews at {formatMoney(product.priceCents, product.currency)} every{" "}
      {product.billingInterval === "YEAR" ? "year" : "month"} until you cancel. You can cancel at any time
      with one press: on your order’s page, or by the link in every receipt.
    </p>
  );
}

/** A membership that bills again. */
export const isRenewed = ({ type, priceCents }: Pick<Product, "type" | "priceCents">): boolean =>
  type === "MEMBERSHIP" && priceCents > 0;
