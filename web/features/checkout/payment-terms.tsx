import { trialText } from "#contract/catalog/billing-plan.ts";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { Amounts } from "./amounts.ts";
import type { Product } from "./cart.ts";

type Props = {
  product: Pick<Product, "type" | "priceCents" | "currency" | "billingInterval">;
  amounts: Pick<Amounts, "subtotalCents" | "trial" | "isFree">;
  /** A card pays, and may be asked again for add-ons. */
  takesCard: boolean;
};

/** What pressing the button agrees to, right below it. */
export function PaymentTerms({ product, amounts, takesCard }: Props) {
  const { subtotalCents, trial, isFree } = amounts;
  return (
    <div className="grid gap-2 text-center text-xs text-muted-foreground">
      <RenewalConsent product={{ ...product, priceCents: subtotalCents }} trial={trial} />
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
export function RenewalConsent({ product, trial }: Pick<Props, "product"> & Pick<Amounts, "trial">) {
  const zone = useZone();
  if (!isRenewed(product)) return null;
  const price = formatMoney(product.priceCents, product.currency);
  const every = product.billingInterval === "YEAR" ? "year" : "month";
  if (trial) {
    const day = longDayText(trial.endsAt, zone);
    return (
      <p className="text-center text-sm text-foreground">
        {trialText(trial.days)} free. On {day} your card is charged {price}, and then every {every} until you
        cancel. Cancel before {day} and pay nothing, with one press: on your order’s page, or by the link in
        every receipt.
      </p>
    );
  }
  return (
    <p className="text-center text-sm text-foreground">
      Your membership renews at {price} every {every} until you cancel. You can cancel at any time with one
      press: on your order’s page, or by the link in every receipt.
    </p>
  );
}

/** A membership that bills again. */
export const isRenewed = ({ type, priceCents }: Pick<Product, "type" | "priceCents">): boolean =>
  type === "MEMBERSHIP" && priceCents > 0;
