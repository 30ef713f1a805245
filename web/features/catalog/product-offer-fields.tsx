import { useWatch } from "react-hook-form";
import { NumberField } from "#web/ui/number-field.tsx";
import { useProductFields } from "./product-form-values.ts";
import { ProductSwitch } from "./product-switch.tsx";

/** Whether buyers of the product are offered more, and how much of it. The offers themselves are made in the Offers tab. */
export function ProductOfferFields() {
  const { control, register, formState } = useProductFields();
  const { errors } = formState;
  const [bumps, maxOrderBumps, upsells, maxUpsells] = useWatch({
    control,
    name: ["allowOrderBumps", "maxOrderBumps", "allowUpsells", "maxUpsells"],
  });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <div className="grid gap-4">
        <ProductSwitch name="allowOrderBumps" label="Order bumps" note="Extras to tick at checkout." />
        {bumps && (
          <NumberField
            kind="whole"
            text={maxOrderBumps}
            label="Most bumps shown"
            hint="The first ones in your order, 0 to 20."
            error={errors.maxOrderBumps?.message}
            {...register("maxOrderBumps")}
          />
        )}
      </div>
      <div className="grid gap-4">
        <ProductSwitch name="allowUpsells" label="Upsells" note="One-click add-ons right after payment." />
        {upsells && (
          <NumberField
            kind="whole"
            text={maxUpsells}
            label="Most upsells shown"
            hint="The first ones in your sequence, 0 to 20."
            error={errors.maxUpsells?.message}
            {...register("maxUpsells")}
          />
        )}
      </div>
    </div>
  );
}
