import type { ReactNode } from "react";
import { currentConsent, digitalContentTypes } from "#contract/checkout/delivery-consent.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { Product } from "./cart.ts";
import { useGuessedCountry } from "./guess-country.ts";

/**
 * Asks a buyer of digital content who seems to be in the EU or EEA whether it is to start at once, for the right to withdraw.
 * Nobody needs to tick anything. The fields belong to the form around them, which reads them by name.
 */
export function DeliveryConsent({
  product,
}: {
  product: Pick<Product, "type" | "requiresShipping" | "parts">;
}) {
  const country = useGuessedCountry();
  const isDigital =
    (!product.requiresShipping && digitalContentTypes.includes(product.type)) ||
    product.parts.some(({ type }) => digitalContentTypes.includes(type));
  if (!isDigital) return null;
  if (!european.has(country ?? "")) return null;
  return (
    <fieldset className="grid gap-3 text-sm">
      <legend className="mb-3 font-medium">Your right to withdraw (optional)</legend>
      <input type="hidden" name="consentVersion" value={currentConsent.version} />
      <Choice name="startsNow">{currentConsent.startsNow}</Choice>
      <Choice name="knowsRightEnds">{currentConsent.rightEnds}</Choice>
      <p className="text-xs text-muted-foreground">
        Without both you buy it just the same, and can withdraw for 14 days.
      </p>
    </fieldset>
  );
}

/** Unticked, also where a browser puts back what a form held. */
function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <label className="flex items-start gap-3">
      <Checkbox name={name} autoComplete="off" />
      <span>{children}</span>
    </label>
  );
}

/** The EU with the parts of it that have a code of their own, and the EEA. */
const european: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT IS LI NO".split(
    " ",
  ),
);
