import { WandSparkles } from "lucide-react";
import { useWatch } from "react-hook-form";
import { zoneText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useCouponFields } from "./coupon-form-values.ts";
import { CouponProductsField, type ProductChoice } from "./coupon-products-field.tsx";
import { CouponSwitch } from "./coupon-switch.tsx";
import { discountTypeLabel } from "./coupon-texts.ts";
import { generateCode } from "./generate-code.ts";

/** All fields of the coupon form. */
export function CouponFields({ products }: { products: readonly ProductChoice[] }) {
  const zone = useZone();
  const { control, register, setValue, formState } = useCouponFields();
  const { errors } = formState;
  const [discountType, amount, percent, minimumOrder, usageLimit] = useWatch({
    control,
    name: ["discountType", "amount", "percent", "minimumOrder", "usageLimit"],
  });
  const generate = () =>
    setValue("code", generateCode(), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <div className="grid gap-5">
      <div className="flex items-start gap-2">
        <Field
          label="Code"
          required
          hint="Buyers may type it in any case."
          error={errors.code?.message}
          className="grow"
        >
          <Input
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="SUMMER20"
            className="font-mono uppercase"
            {...register("code")}
          />
        </Field>
        <Button variant="outline" onClick={generate} className="mt-6.5 max-sm:h-11">
          <WandSparkles aria-hidden="true" /> Generate<span className="sr-only"> code</span>
        </Button>
      </div>
      <Field label="Name" aside="Optional" hint="Only you see it." error={errors.name?.message}>
        <Input maxLength={120} autoComplete="off" placeholder="Newsletter readers" {...register("name")} />
      </Field>
      <Field label="Description" aside="Optional" error={errors.description?.message}>
        <Textarea maxLength={500} rows={2} className="min-h-16" {...register("description")} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Discount type" error={errors.discountType?.message}>
          <NativeSelect {...register("discountType")}>
            {Object.entries(discountTypeLabel).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        {discountType === "FIXED" && (
          <NumberField
            key="amount"
            kind="money"
            text={amount}
            label="Discount value"
            required
            error={errors.amount?.message}
            {...register("amount")}
          />
        )}
        {discountType === "PERCENTAGE" && (
          <NumberField
            key="percent"
            kind="percent"
            text={percent}
            label="Discount value"
            required
            error={errors.percent?.message}
            {...register("percent")}
          />
        )}
        <NumberField
          kind="money"
          text={minimumOrder}
          label="Minimum order"
          hint="Of the products it is for, before any discount."
          error={errors.minimumOrder?.message}
          {...register("minimumOrder")}
        />
        <NumberField
          kind="whole"
          text={usageLimit}
          label="Usage limit"
          hint="How many orders may use it. Blank is unlimited."
          error={errors.usageLimit?.message}
          placeholder="Unlimited"
          {...register("usageLimit")}
        />
        <Field
          label={`Valid from (${zoneText(zone)})`}
          required
          error={errors.validFrom?.message}
          className="sm:col-start-1"
        >
          <Input type="datetime-local" {...register("validFrom")} />
        </Field>
        <Field
          label={`Valid until (${zoneText(zone)})`}
          aside="Optional"
          hint="Blank is no end."
          error={errors.validUntil?.message}
        >
          <Input type="datetime-local" {...register("validUntil")} />
        </Field>
      </div>
      <CouponProductsField products={products} />
      <CouponSwitch
        name="firstTimeCustomerOnly"
        label="First-time customers only"
        note="For buyers who have never bought from you before."
      />
      <CouponSwitch name="active" label="Active" note="Buyers can use it at checkout." />
    </div>
  );
}
