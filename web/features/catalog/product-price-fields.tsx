import { useWatch } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { useProductFields } from "./product-form-context.ts";

/** What it costs, what it cost before, and how often a membership bills. */
export function ProductPriceFields() {
  const { control, register, formState } = useProductFields();
  const { errors } = formState;
  const type = useWatch({ control, name: "type" });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label="Price" hint="In US dollars. Leave blank for free." error={errors.price?.message}>
        <Input prefix="$" inputMode="decimal" autoComplete="off" placeholder="0.00" {...register("price")} />
      </Field>
      <Field
        label="Original price"
        aside="Optional"
        hint="Struck through beside a lower price."
        error={errors.originalPrice?.message}
      >
        <Input
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          {...register("originalPrice")}
        />
      </Field>
      {type === "MEMBERSHIP" && (
        <Field label="Billing interval" error={errors.billingInterval?.message}>
          <NativeSelect {...register("billingInterval")}>
            <option value="MONTH">Every month</option>
            <option value="YEAR">Every year</option>
          </NativeSelect>
        </Field>
      )}
    </div>
  );
}
