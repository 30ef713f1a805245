import { useQuery } from "@tanstack/react-query";
import { countryCodes } from "#contract/checkout/countries.ts";
import { getShippingOrigin, saveShippingOrigin } from "#contract/shipping/shipping-rates.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { placeName } from "./place-name.ts";

/** The country that parcels are sent from, which buyers see before they pay. Saved as it is chosen. */
export function ShipsFrom() {
  const { data } = useQuery(apiQuery(getShippingOrigin));
  const refresh = useRefresh([getShippingOrigin]);
  const save = useChange({
    change: (country: string) => callApi(saveShippingOrigin, { body: { country } }),
    refresh,
    done: (_, country) => `Buyers see that you ship from ${placeName(country)}`,
    failed: () => "The country could not be saved",
  });
  if (!data) return <Skeleton className="h-20" />;
  const shown = save.isPending ? save.variables : (data.country ?? "");
  return (
    <Field
      label="Ships from"
      hint="Shown on product pages and at checkout, so buyers can expect customs and delivery times."
      className="max-w-md"
    >
      <NativeSelect
        value={shown}
        disabled={save.isPending}
        onChange={({ target }) => save.mutate(target.value)}
      >
        <option value="" disabled>
          Choose a country
        </option>
        {[...countryCodes]
          .map((code) => ({ code, name: placeName(code) }))
          .toSorted((one, other) => one.name.localeCompare(other.name, "en"))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </NativeSelect>
    </Field>
  );
}
