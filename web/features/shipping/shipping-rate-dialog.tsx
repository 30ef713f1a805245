import { type FormEvent, useState } from "react";
import { countryCodes } from "#contract/checkout/countries.ts";
import { elsewhere, type ShippingRate } from "#contract/shipping/served-countries.ts";
import { listShippingRates, saveShippingRate } from "#contract/shipping/shipping-rates.ts";
import { ApiError, callApi } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { readNumber } from "#web/ui/typed-number.ts";
import { placeName } from "./place-name.ts";

type Props = {
  /** Without a country it is a new one. */
  rate: Partial<ShippingRate>;
  rates: readonly ShippingRate[];
  onClose: () => void;
};

/** One rate: what it costs to send something to a country. */
export function ShippingRateDialog({ rate, rates, onClose }: Props) {
  const [country, setCountry] = useState(rate.country ?? "");
  const [first, setFirst] = useState(inUnits(rate.firstCents));
  const [further, setFurther] = useState(inUnits(rate.furtherCents));
  const [isTried, setTried] = useState(false);
  const refresh = useRefresh([listShippingRates]);
  const save = useChange({
    change: (wanted: ShippingRate) =>
      callApi(saveShippingRate, {
        params: { country: wanted.country },
        body: { firstCents: wanted.firstCents, furtherCents: wanted.furtherCents },
      }),
    refresh,
    done: (_, wanted) => `You ship to ${placeName(wanted.country)}`,
    failed: (error) => (fieldsOf(error) ? undefined : "The rate could not be saved"),
  });
  const fields = fieldsOf(save.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [firstCents, furtherCents] = [centsIn(first), centsIn(further)];
    if (!country || firstCents === undefined || furtherCents === undefined) return;
    save.mutate({ country, firstCents, furtherCents }, { onSuccess: onClose });
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={rate.country ? `Shipping to ${placeName(rate.country)}` : "Add a country"}
      description="Leave an amount empty where it costs the buyer nothing."
      size="sm"
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {!rate.country && (
          <Field label="Country" required error={isTried && !country ? "Please choose a country" : undefined}>
            <NativeSelect value={country} onChange={(event) => setCountry(event.target.value)}>
              <option value="" disabled>
                Choose a country
              </option>
              {placesWithout(rates).map((code) => (
                <option key={code} value={code}>
                  {placeName(code)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        <NumberField
          kind="money"
          label="First piece"
          text={first}
          value={first}
          onChange={(event) => setFirst(event.target.value)}
          error={problemOf(first, isTried) ?? fields?.["firstCents"]}
        />
        <NumberField
          kind="money"
          label="Each further piece"
          hint="In the same order: an add-on, for example."
          text={further}
          value={further}
          onChange={(event) => setFurther(event.target.value)}
          error={problemOf(further, isTried) ?? fields?.["furtherCents"]}
        />
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" loading={save.isPending}>
            Save rate
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const inUnits = (cents = 0) => (cents === 0 ? "" : (cents / 100).toFixed(2));

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.body.fields : undefined);

/** Nothing typed is nothing to pay. */
function centsIn(text: string): number | undefined {
  const read = readNumber(text, "money");
  return "problem" in read ? undefined : (read.value ?? 0);
}

function problemOf(text: string, isTried: boolean): string | undefined {
  const read = readNumber(text, "money");
  return isTried && "problem" in read ? read.problem : undefined;
}

/** Everywhere else first, then countries by their names: those that have no rate yet. */
function placesWithout(rates: readonly ShippingRate[]): string[] {
  const taken = new Set(rates.map(({ country }) => country));
  const codes = countryCodes.filter((code) => !taken.has(code));
  const byName = codes.toSorted((one, other) => placeName(one).localeCompare(placeName(other), "en"));
  return taken.has(elsewhere) ? byName : [elsewhere, ...byName];
}
