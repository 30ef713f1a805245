import { useId } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { isolated } from "#contract/isolated.ts";
import { zoneText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { Offer } from "./offer-calls.ts";
import { discountKind, type OfferFormValues } from "./offer-form-values.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import { canBeOffered, choiceName, type ProductChoice } from "./product-choice.ts";

type OfferFieldsProps = {
  kind: OfferKind;
  offer: Offer | undefined;
  products: readonly ProductChoice[];
};

/** All fields of the offer form. */
export function OfferFields({ kind, offer, products }: OfferFieldsProps) {
  const zone = useZone();
  const { control, register, formState } = useFormContext<OfferFormValues>();
  const { errors } = formState;
  const [carrierId, discountType, discountValue, place] = useWatch({
    control,
    name: ["carrierId", "discountType", "discountValue", "place"],
  });
  const texts = offerTexts[kind];
  const offered = products.filter((product) => product.id !== carrierId && canBeOffered(product));
  const gone = offer && offered.every(({ id }) => id !== offer.product.id) ? offer.product : undefined;
  return (
    <div className="grid gap-5">
      <Field label={texts.carrier} required error={errors.carrierId?.message}>
        <NativeSelect {...register("carrierId")}>
          {products.map((product) => (
            <option dir="auto" key={product.id} value={product.id}>
              {choiceName(product)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field
        label={texts.product}
        required
        hint={
          offered.length === 0
            ? "There is no other product to offer yet. Add one in the Products tab; memberships cannot be extras, nor what buyers pay what they want for."
            : undefined
        }
        error={errors.productId?.message}
      >
        <NativeSelect {...register("productId")}>
          <option value="">Select a product</option>
          {gone && <option value={gone.id}>{isolated(gone.title)} (cannot be offered)</option>}
          {offered.map((product) => (
            <option dir="auto" key={product.id} value={product.id}>
              {choiceName(product)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Title" required error={errors.title?.message}>
        <Input maxLength={200} autoComplete="off" placeholder="Add the templates" {...register("title")} />
      </Field>
      <Field label="Description" aside="Optional" error={errors.description?.message}>
        <Textarea
          maxLength={1000}
          rows={3}
          placeholder="Why it goes well with what they are buying"
          {...register("description")}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Discount type" error={errors.discountType?.message}>
          <NativeSelect {...register("discountType")}>
            <option value="FIXED">Fixed amount</option>
            <option value="PERCENTAGE">Percentage</option>
          </NativeSelect>
        </Field>
        <NumberField
          kind={discountKind(discountType)}
          text={discountValue}
          label="Discount value"
          hint="Off the product's price. Blank for none."
          error={errors.discountValue?.message}
          placeholder="0"
          {...register("discountValue")}
        />
        <NumberField
          kind="whole"
          text={place}
          label={texts.place}
          required
          hint="Lower numbers come first."
          error={errors.place?.message}
          {...register("place")}
        />
        <Field
          label={`Ends at (${zoneText(zone)})`}
          aside="Optional"
          hint="From then on nobody is offered it. Until then buyers read 'Limited Time Offer' with this end."
          error={errors.endsAt?.message}
          className="sm:col-span-2"
        >
          <Input type="datetime-local" className="sm:max-w-60" {...register("endsAt")} />
        </Field>
      </div>
      <ActiveSwitch />
    </div>
  );
}

function ActiveSwitch() {
  const { control } = useFormContext<OfferFormValues>();
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Controller
        control={control}
        name="active"
        render={({ field: { value, onChange, ...field } }) => (
          <Switch
            id={id}
            checked={value}
            onCheckedChange={onChange}
            aria-describedby={`${id}-note`}
            {...field}
          />
        )}
      />
      <div className="grid gap-0.5 pt-0.5 pointer-coarse:pt-3">
        <label htmlFor={id} className="text-sm font-medium">
          Active
        </label>
        <p id={`${id}-note`} className="text-sm text-muted-foreground">
          Buyers see it while it is on.
        </p>
      </div>
    </div>
  );
}
