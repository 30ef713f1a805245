import { useEffect, useRef, useState } from "react";
import type { Draft } from "#contract/checkout/draft.ts";
import { postalCodeLabel, postalCodeOf } from "#contract/checkout/postal-codes.ts";
import { regionsOf } from "#contract/checkout/regions.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { type ShippingField, shippingFieldName } from "./shipping-address.ts";
import { countryCodes } from "#contract/checkout/countries.ts";

type Props = {
  /** What is known of it already. */
  start: Draft["shippingAddress"];
  problems: Partial<Record<ShippingField, string>>;
  disabled: boolean;
};

/**
 * Where a physical product goes, asked for as the chosen country's post needs it. The fields belong to the form around
 * them, which reads them by name.
 */
export function ShippingFields({ start, problems, disabled }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const [country, setCountry] = useState(start.country ?? "");
  const regions = regionsOf(country);
  const needsPostalCode = !country || postalCodeOf(country) !== undefined;
  const field = (name: ShippingField) => ({
    name: shippingFieldName(name),
    defaultValue: start[name] ?? "",
    maxLength: longest[name],
  });

  useEffect(() => {
    if (disabled || Object.keys(problems).length === 0) return;
    fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems, disabled]);

  return (
    <fieldset ref={fields} disabled={disabled} className="grid min-w-0 gap-4 border-t border-border pt-5">
      <legend className="float-left mb-1 w-full text-sm font-semibold">Shipping Address</legend>
      <Field label="Recipient" aside="Optional" error={problems.name}>
        <Input {...field("name")} autoComplete="shipping name" placeholder="Same as full name" />
      </Field>
      <Field label="Country" required error={problems.country}>
        <NativeSelect
          name={shippingFieldName("country")}
          autoComplete="shipping country"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          <option value="" disabled>
            Choose a country
          </option>
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Street and number" required error={problems.line1}>
        <Input {...field("line1")} autoComplete="shipping address-line1" />
      </Field>
      <Field label="Apartment, floor" aside="Optional" error={problems.line2}>
        <Input {...field("line2")} autoComplete="shipping address-line2" />
      </Field>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-4">
        <Field
          label={postalCodeLabel(country)}
          {...(needsPostalCode ? { required: true } : { aside: "Optional" })}
          error={problems.postalCode}
        >
          <Input {...field("postalCode")} autoComplete="shipping postal-code" />
        </Field>
        <Field label="City" required error={problems.city}>
          <Input {...field("city")} autoComplete="shipping address-level2" />
        </Field>
      </div>
      {regions ? (
        <Field key={country} label={regions.label} required error={problems.region}>
          <NativeSelect
            name={shippingFieldName("region")}
            autoComplete="shipping address-level1"
            defaultValue={regionOf(start, regions.byCode)}
          >
            <option value="" disabled>
              Choose a {regions.label.toLowerCase()}
            </option>
            {Object.entries(regions.byCode).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ) : (
        <Field label="State or region" aside="Optional" error={problems.region}>
          <Input {...field("region")} autoComplete="shipping address-level1" />
        </Field>
      )}
    </fieldset>
  );
}

/** What was kept, where it is one of the country's: another would let the browser choose the first. */
function regionOf(start: Props["start"], byCode: Readonly<Record<string, string>>): string {
  const kept = start.region ?? "";
  return Object.hasOwn(byCode, kept) ? kept : "";
}

const longest: Record<ShippingField, number> = {
  name: 120,
  line1: 200,
  line2: 200,
  city: 120,
  region: 120,
  postalCode: 20,
  country: 2,
};

/** Every country by its English name, in the order of the names. */
function countries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
