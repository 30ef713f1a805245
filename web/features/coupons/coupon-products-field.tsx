import { useWatch } from "react-hook-form";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useCouponFields } from "./coupon-form-values.ts";

export type ProductChoice = { id: string; title: string };

/** What the coupon is for. Nothing ticked is everything, and is said so. */
export function CouponProductsField({ products }: { products: readonly ProductChoice[] }) {
  const { control, register, formState } = useCouponFields();
  const chosen = useWatch({ control, name: "applicableProducts" });
  const error = formState.errors.applicableProducts?.message;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Applicable products</legend>
      <p className="text-sm text-muted-foreground" role="status">
        {chosen.length === 0
          ? "All products. Tick some to limit the coupon to them."
          : `${chosen.length} of ${products.length} products`}
      </p>
      {products.length > 0 && (
        <div className="grid max-h-56 overflow-y-auto rounded-lg border border-input p-1 sm:grid-cols-2">
          {products.map(({ id, title }) => (
            <label
              key={id}
              className="flex min-w-0 items-center gap-2.5 rounded-md px-2.5 py-2 text-sm hover:bg-accent pointer-coarse:py-3"
            >
              <Checkbox value={id} {...register("applicableProducts")} />
              <span dir="auto" className="min-w-0 truncate">
                {title}
              </span>
            </label>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {error}
        </p>
      )}
    </fieldset>
  );
}
