import { useWatch } from "react-hook-form";
import { NumberField } from "#web/ui/number-field.tsx";
import { useProductFields } from "./product-form-values.ts";
import { ProductSwitch } from "./product-switch.tsx";

/** Whether it is sent, and how many there are: pieces of something physical, else places. */
export function ProductStockFields() {
  const { control, register, formState } = useProductFields();
  const [type, tracked, inventoryQuantity] = useWatch({
    control,
    name: ["type", "trackInventory", "inventoryQuantity"],
  });
  const physical = type === "PHYSICAL";
  return (
    <div className="grid gap-5">
      {physical && (
        <ProductSwitch
          name="requiresShipping"
          label="Needs shipping"
          note="Checkout asks for an address. Switch off for pick-up."
          remedy={
            // In a tab of its own: the form stays as it is.
            <a
              href="/admin?tab=settings&view=shipping"
              target="_blank"
              className="underline underline-offset-4"
            >
              Set up shipping (opens a new tab)
            </a>
          }
        />
      )}
      <ProductSwitch
        name="trackInventory"
        label={physical ? "Track stock" : "Limited places"}
        note="Counts down with every sale, and shows “Sold out” at none."
      />
      {tracked && (
        <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
          <NumberField
            kind="whole"
            text={inventoryQuantity}
            label={physical ? "In stock" : "Places left"}
            required
            hint="Left to sell. Open checkouts are already taken out."
            error={formState.errors.inventoryQuantity?.message}
            {...register("inventoryQuantity")}
          />
          <div className="sm:pt-7">
            <ProductSwitch
              name="allowBackorder"
              label={physical ? "Allow backorders" : "Allow overbooking"}
              note="Keeps selling when none is left."
            />
          </div>
        </div>
      )}
    </div>
  );
}
