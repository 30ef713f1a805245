import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  type AddressFormat,
  type AskedField,
  addressProblems,
  fieldsOf,
  generalFormat,
  hasDigitsOnly,
  isRequired,
  labelOf,
  postalCodeDoubt,
  regionCode,
  settledAddress,
} from "#contract/checkout/address-format.ts";
import { getAddressFormat } from "#contract/checkout/checkout.ts";
import { countryCodes } from "#contract/checkout/countries.ts";
import type { Draft } from "#contract/checkout/draft.ts";
import { apiQuery } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useGuessedCountry } from "./guess-country.ts";
import type { Checkout } from "./use-checkout-session.ts";
import { type ShippingField, shippingAddressIn, shippingFieldName } from "./shipping-address.ts";

type Problems = { [Field in ShippingField]?: string | undefined };

type Props = {
  /** What is known of it already. */
  start: Draft["shippingAddress"];
  /** What the server found wrong with it. */
  problems: Problems;
  disabled: boolean;
  /** Whose total depends on the country. */
  checkout: Pick<Checkout, "cart" | "priced" | "change">;
};

/**
 * Where a physical product goes. The country comes first and says what else is asked, in the order of its post. The fields
 * belong to the form around them, which reads them by name.
 */
export function ShippingFields({ start, problems, disabled, checkout }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const guessed = useGuessedCountry();
  const [chosen, setCountry] = useState(start.country);
  const { change } = checkout;
  const { shippingCountry } = checkout.cart;
  const served = checkout.priced?.shipping?.countries ?? null;
  const isServed = (code: string) => code !== "" && (served === null || served.includes(code));
  const onlyOne = served?.length === 1 ? served[0] : undefined;
  const country = [chosen ?? "", guessed ?? "", onlyOne ?? ""].find(isServed) ?? "";
  useEffect(() => {
    if (country !== shippingCountry) change({ shippingCountry: country });
  }, [country, shippingCountry, change]);
  const [judged, setJudged] = useState<{ after: Problems; found: Problems }>({ after: problems, found: {} });
  const [doubt, setDoubt] = useState<string>();
  const { data, isError } = useQuery({
    ...apiQuery(getAddressFormat, { params: { country } }),
    enabled: country !== "",
    staleTime: Infinity,
    // The fields of the country before stay, and with them what was typed.
    placeholderData: keepPreviousData,
  });
  // Whoever cannot ask for the rules types all that there may be, and the server judges.
  const format = data ?? (isError ? generalFormat : undefined);
  // What the server said of a field stands until that is left again.
  const found = judged.after === problems ? judged.found : {};
  const shown: Problems = { ...problems, ...found };

  useEffect(() => {
    if (disabled || Object.keys(problems).length === 0) return;
    fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems, disabled]);

  /** What was typed is judged as its field is left; what nobody has typed yet only once pay is pressed. */
  const leave = (field: AskedField) => {
    const form = fields.current?.form;
    if (!form || !format) return;
    const typed = settledAddress(format, shippingAddressIn(form, ""));
    const problem = typed[field] ? addressProblems(format, typed)[field] : undefined;
    setJudged({ after: problems, found: { ...found, [field]: problem } });
    if (field === "postalCode") setDoubt(postalCodeDoubt(format, typed.postalCode));
  };

  return (
    <fieldset ref={fields} disabled={disabled} className="grid min-w-0 gap-4 border-t border-border pt-5">
      <legend className="float-left mb-1 w-full text-sm font-semibold">Shipping Address</legend>
      <Field label="Country" required error={shown.country}>
        <NativeSelect
          name={shippingFieldName("country")}
          autoComplete="shipping country"
          value={country}
          onChange={(event) => {
            setCountry(event.target.value);
            setJudged({ after: problems, found: nothing });
            setDoubt(undefined);
          }}
        >
          <option value="" disabled>
            Choose a country
          </option>
          {countries(served ?? countryCodes).map(({ code, name }) => (
            // A browser may know a country by another name than the server.
            <option key={code} value={code} suppressHydrationWarning>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Recipient" aside="Optional" error={problems.name}>
        <Input
          name={shippingFieldName("name")}
          defaultValue={start.name ?? ""}
          maxLength={120}
          autoComplete="shipping name"
          placeholder="Same as full name"
        />
      </Field>
      {format && (
        <div className="grid grid-cols-2 items-start gap-4">
          {fieldsOf(format).map((field) => (
            <Field
              key={field === "region" ? `${field} ${country}` : field}
              className={spansBoth(format, field) ? "col-span-2" : ""}
              label={labelOf(format, field)}
              {...(isRequired(format, field) ? { required: true } : { aside: "Optional" })}
              hint={field === "postalCode" && !shown.postalCode ? doubt : undefined}
              error={shown[field]}
            >
              <AddressInput
                format={format}
                field={field}
                start={start[field] ?? ""}
                onLeave={() => leave(field)}
              />
            </Field>
          ))}
        </div>
      )}
      {!format && (country || guessed === undefined) && <Skeleton className="h-58" />}
    </fieldset>
  );
}

/** Streets are long; of an odd number of others the first one is, so that no place stays empty. */
function spansBoth(format: AddressFormat, field: AskedField): boolean {
  const short = fieldsOf(format).filter((asked) => !asked.startsWith("line"));
  return field.startsWith("line") || (short.length % 2 === 1 && field === short[0]);
}

type AddressInputProps = { format: AddressFormat; field: AskedField; start: string; onLeave: () => void };

function AddressInput({ format, field, start, onLeave }: AddressInputProps) {
  const shared = {
    name: shippingFieldName(field),
    autoComplete: `shipping ${tokens[field]}`,
    onBlur: onLeave,
  };
  const { regions } = format;
  if (field === "region" && regions)
    return (
      <NativeSelect {...shared} defaultValue={keptRegion(format, start)} onChange={onLeave}>
        <option value="" disabled={isRequired(format, field)}>
          Choose one
        </option>
        {regions.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
    );
  return (
    <Input
      {...shared}
      defaultValue={start}
      maxLength={longest[field]}
      {...(field === "postalCode" && {
        inputMode: hasDigitsOnly(format) ? ("numeric" as const) : ("text" as const),
        autoCapitalize: "characters",
        placeholder: format.example,
      })}
    />
  );
}

/** Of another country nothing has been judged yet. */
const nothing: Problems = {
  country: undefined,
  line1: undefined,
  line2: undefined,
  city: undefined,
  region: undefined,
  postalCode: undefined,
};

const tokens: Record<AskedField, string> = {
  line1: "address-line1",
  line2: "address-line2",
  city: "address-level2",
  region: "address-level1",
  postalCode: "postal-code",
};
const longest: Record<AskedField, number> = {
  line1: 200,
  line2: 200,
  city: 120,
  region: 120,
  postalCode: 20,
};

/** What was kept, where it is one of the country's: another would let the browser choose the first. */
function keptRegion(format: AddressFormat, start: string): string {
  const code = regionCode(format, start);
  return format.regions?.some(([known]) => known === code) ? code : "";
}

/** Countries by their English names, in the order of the names. */
function countries(codes: readonly string[]): { code: string; name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
