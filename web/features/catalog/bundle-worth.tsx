import { formatMoney } from "#web/ui/money.ts";
import type { PublicProduct } from "./shown-product.ts";

/** What the parts of a bundle cost by themselves; nothing where that is not more than the bundle. */
export function BundleWorth({
  product: { bundle, currency },
}: {
  product: Pick<PublicProduct, "bundle" | "currency">;
}) {
  if (!bundle?.worthCents) return null;
  return (
    <p className="text-sm text-muted-foreground">
      Worth {formatMoney(bundle.worthCents, currency)} separately
    </p>
  );
}
