import { useWatch } from "react-hook-form";
import { yearlySavingPercent } from "#contract/catalog/billing-plan.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { valueOf } from "#web/ui/typed-number.ts";
import { MemberPriceFields, PricesAreKept } from "./member-price-fields.tsx";
import { hasYearlyPrice, type MyProduct, useProductFields } from "./product-form-values.ts";
import { ProductSwitch } from "./product-switch.tsx";

/** What it costs, what it cost before, and how often a membership bills. */
export function ProductPriceFields({ product }: { product: MyProduct | undefined }) {
  const { control, register, formState } = useProductFields();
  const { errors } = formState;
  const [type, price, originalPrice, billingInterval, yearlyPrice, trialDays, hasOwnPrice, suggestedPrice] =
    useWatch({
      control,
      name: [
        "type",
        "price",
        "originalPrice",
        "billingInterval",
        "yearlyPrice",
        "trialDays",
        "hasOwnPrice",
        "suggestedPrice",
      ],
    });
  const saving = yearlySavingPercent({
    billingInterval,
    priceCents: valueOf(price, "money") ?? 0,
    yearlyPriceCents: valueOf(yearlyPrice, "money") ?? null,
  });
  const isOwn = type !== "MEMBERSHIP" && hasOwnPrice;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <NumberField
        kind="money"
        text={price}
        label={isOwn ? "Minimum" : "Price"}
        hint={
          isOwn
            ? "In US dollars. Leave blank to let people take it for nothing."
            : "In US dollars. Leave blank for free."
        }
        error={errors.price?.message}
        placeholder="0.00"
        {...register("price")}
      />
      {isOwn ? (
        <NumberField
          kind="money"
          text={suggestedPrice}
          label="Suggested amount"
          required
          hint="Chosen at checkout until buyers choose another one."
          error={errors.suggestedPrice?.message}
          placeholder="0.00"
          {...register("suggestedPrice")}
        />
      ) : (
        <NumberField
          kind="money"
          text={originalPrice}
          label="Original price"
          aside="Optional"
          hint="Struck through beside a lower price."
          error={errors.originalPrice?.message}
          placeholder="0.00"
          {...register("originalPrice")}
        />
      )}
      {type !== "MEMBERSHIP" && (
        <div className="sm:col-span-2">
          <ProductSwitch
            name="hasOwnPrice"
            label="Pay what you want"
            note="Buyers choose the amount. It is not offered as an order bump or upsell."
          />
        </div>
      )}
      {type === "MEMBERSHIP" && (
        <Field label="Billing interval" error={errors.billingInterval?.message}>
          <NativeSelect {...register("billingInterval")}>
            <option value="MONTH">Every month</option>
            <option value="YEAR">Every year</option>
          </NativeSelect>
        </Field>
      )}
      {hasYearlyPrice({ type, billingInterval }) && (
        <NumberField
          kind="money"
          text={yearlyPrice}
          label="Yearly price"
          aside="Optional"
          hint={saving > 0 ? `Shown as “Save ${saving} %”.` : "Buyers choose between a month and a year."}
          error={errors.yearlyPrice?.message}
          placeholder="0.00"
          {...register("yearlyPrice")}
        />
      )}
      {type === "MEMBERSHIP" && (
        <NumberField
          kind="whole"
          text={trialDays}
          label="Free trial (days)"
          aside="Optional"
          hint="Up to 90. Buyers give a card and pay when it is over, each of them once. No order bumps are shown beside it, and a code takes its place."
          error={errors.trialDays?.message}
          placeholder="None"
          {...register("trialDays")}
        />
      )}
      {type === "MEMBERSHIP" && (
        <div className="sm:col-span-2">
          {product ? <MemberPriceFields product={product} /> : <PricesAreKept />}
        </div>
      )}
    </div>
  );
}
