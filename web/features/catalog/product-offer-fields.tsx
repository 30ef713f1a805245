import { useWatch } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useProductFields } from "./product-form-context.ts";
import { ProductSwitch } from "./product-switch.tsx";

/** Whether buyers of the product are offered more, and how much of it. The offers themselves are made in the Offers tab. */
export function ProductOfferFields() {
  const { control, register, formState } = useProductFields();
  const { errors } = formState;
  const [bumps, upsells] = useWatch({ control, name: ["allowOrderBumps", "allowUpsells"] });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <div className="grid gap-4">
        <ProductSwitch name="allowOrderBumps" label="Order bumps" note="Extras to tick at checkout." />
        {bumps && (
          <Field
            label="Most bumps shown"
            hint="The first ones in your order, 0 to 20."
            error={errors.maxOrderBumps?.message}
          >
            <Input type="number" inputMode="numeric" min={0} max={20} {...register("maxOrderBumps")} />
          </Field>
        )}
      </div>
      <div className="grid gap-4">
        <ProductSwitch name="allowUpsells" label="Upsells" note="One-click add-ons right after payment." />
        {upsells && (
          <Field
            label="Most upsells shown"
            hint="The first ones in your sequence, 0 to 20."
            error={errors.maxUpsells?.message}
          >
            <Input type="number" inputMode="numeric" min={0} max={20} {...register("maxUpsells")} />
          </Field>
        )}
      </div>
    </div>
  );
}
