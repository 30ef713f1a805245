import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2, Truck } from "lucide-react";
import { useState } from "react";
import { countryCodes } from "#contract/checkout/countries.ts";
import { elsewhere, type ShippingRate } from "#contract/shipping/served-countries.ts";
import {
  deleteShippingRate,
  listShippingRates,
  saveShippingRate,
} from "#contract/shipping/shipping-rates.ts";
import { apiQuery, callApi, errorMessage } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { placeName } from "./place-name.ts";
import { ShipsFrom } from "./ships-from.tsx";
import { ShippingRateDialog } from "./shipping-rate-dialog.tsx";

/** 'Shipping' of the settings: the countries that are served, each with its rate. */
export function ShippingRates() {
  const { data: rates, error, refetch } = useQuery(apiQuery(listShippingRates));
  // A new one begins with no country.
  const [edited, setEdited] = useState<Partial<ShippingRate>>();
  if (error && !rates)
    return (
      <LoadFailure
        icon={Truck}
        title="Your shipping rates could not be loaded"
        error={error}
        retry={() => void refetch()}
      />
    );
  return (
    <Card id="shipping">
      <CardHeader
        title="Shipping"
        description="Where you send physical products, and what buyers pay for it: one rate for the first piece of an order, one for each further piece in the same parcel."
      />
      <CardBody className="grid gap-4">
        {!rates ? (
          <Skeleton className="h-24" />
        ) : (
          <>
            <ShipsFrom />
            <Rates rates={rates} onEdit={setEdited} />
            {rates.length <= countryCodes.length && (
              <Button variant="outline" className="w-fit" onClick={() => setEdited({})}>
                Add a country
              </Button>
            )}
            {edited && (
              <ShippingRateDialog rate={edited} rates={rates} onClose={() => setEdited(undefined)} />
            )}
          </>
        )}
      </CardBody>
    </Card>
  );
}

type RatesProps = { rates: readonly ShippingRate[]; onEdit: (rate: ShippingRate) => void };

function Rates({ rates, onEdit }: RatesProps) {
  const refresh = useRefresh([listShippingRates]);
  const putBack = useChange({
    change: ({ country, ...body }: ShippingRate) => callApi(saveShippingRate, { params: { country }, body }),
    refresh,
    done: () => "It is back as it was",
    failed: () => "The rate could not be put back",
  });
  const remove = useChange({
    change: ({ country }: ShippingRate) => callApi(deleteShippingRate, { params: { country } }),
    refresh,
    // A rate is its country's and nothing else: saved again it is the same.
    done: (_, rate) => ({
      text: `${placeName(rate.country)} was removed`,
      undo: () => putBack.mutate(rate),
    }),
    failed: (error) => errorMessage(error, "The rate could not be removed"),
  });
  if (rates.length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        You ship nowhere yet, so nothing that needs shipping can be on sale. Add a country, or “Everywhere
        else”.
      </p>
    );
  return (
    <ul className="divide-y divide-border border-y border-border">
      {rates.map((rate) => (
        <li key={rate.country} className="flex items-center gap-2 py-2 text-sm">
          <div className="grid min-w-0 grow gap-0.5">
            <p className="font-medium wrap-anywhere">{placeName(rate.country)}</p>
            <p className="text-muted-foreground">{rateText(rate)}</p>
          </div>
          <IconButton label={`Edit: ${placeName(rate.country)}`} onClick={() => onEdit(rate)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`Remove: ${placeName(rate.country)}`}
            loading={remove.isPending && remove.variables.country === rate.country}
            onClick={() => remove.mutate(rate)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </li>
      ))}
      {!rates.some(({ country }) => country === elsewhere) && (
        <li className="py-3 text-sm text-muted-foreground">Nothing is sent to any other country.</li>
      )}
    </ul>
  );
}

/** "$4.00, and $1.00 for each further piece". */
function rateText({ firstCents, furtherCents }: ShippingRate): string {
  if (firstCents === 0 && furtherCents === 0) return "Free";
  const money = (cents: number) => (cents === 0 ? "free" : formatMoney(cents));
  return `${firstCents === 0 ? "Free" : formatMoney(firstCents)}, each further piece ${money(furtherCents)}`;
}
