import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useId, useState } from "react";
import { getCartComparison, saveCartComparison } from "#contract/carts/comparison.ts";
import { apiQuery, callApi, errorMessage, type Output } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type CartComparison = Output<typeof getCartComparison>;

/** What the mails earn for certain, beside people who get none. */
export function ProvenExtra() {
  const { data, error, refetch } = useQuery(apiQuery(getCartComparison));
  if (error && !data)
    return (
      <LoadFailure
        icon={Scale}
        title="The comparison could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-48 w-full" />;
  return (
    <Card className="p-5">
      <h2 className="text-base font-semibold">Proven extra</h2>
      <Finding comparison={data} />
      <HoldBack key={`${data.isOn}-${data.percent}`} comparison={data} />
    </Card>
  );
}

function Finding({ comparison }: { comparison: CartComparison }) {
  const zone = useZone();
  const { state, startedAt, mailed, heldBack, points, extraCents, currency } = comparison;
  return (
    <>
      <p className="mt-1 text-xl font-semibold tabular-nums">
        {state === "BETTER" && extraCents ? formatMoney(extraCents.measured, currency) : "–"}
      </p>
      <p className="mt-1 text-sm text-muted-foreground">{findingText(comparison)}</p>
      {points && extraCents && (
        <p className="mt-1 text-sm text-muted-foreground">
          Of 100 people {numberText(points.measured)} more have bought, for certain between{" "}
          {numberText(points.low)} and {numberText(points.high)}. At what they pay on average that is between{" "}
          {formatMoney(extraCents.low, currency)} and {formatMoney(extraCents.high, currency)}.
        </p>
      )}
      {startedAt && (
        <dl className="mt-4 grid gap-3 text-sm sm:grid-cols-2">
          <SideFigure label={`Mailed since ${dayText(startedAt, zone)}`} side={mailed} />
          <SideFigure label="Held back" side={heldBack} />
        </dl>
      )}
    </>
  );
}

const numberText = (value: number) => value.toLocaleString("en-US");

function SideFigure({ label, side: { people, bought } }: { label: string; side: CartComparison["mailed"] }) {
  return (
    <div>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-semibold tabular-nums">
        {numberText(people)} {people === 1 ? "person" : "people"}, {numberText(bought)} bought
      </dd>
    </div>
  );
}

function findingText({ state, isOn, peopleNeeded, peopleAMonth }: CartComparison): string {
  const weeks = peopleAMonth > 0 ? Math.ceil(peopleNeeded / (peopleAMonth / 4.3)) : null;
  switch (state) {
    case "OFF":
      return "Hold a small share of people back from these mails to see how many come back by themselves. What the others buy beyond that, the mails have earned.";
    case "COLLECTING":
      return `Not enough carts yet. A person counts when seven days have gone by; about ${numberText(peopleNeeded)} people make a usual difference plain${weeks === null ? "" : `, about ${numberText(weeks)} ${weeks === 1 ? "week" : "weeks"} of what comes in now`}.`;
    case "NO_DIFFERENCE":
      return isOn
        ? "No difference is certain yet. You may look as often as you like: that changes nothing."
        : "No difference was found.";
    case "BETTER":
      return "The mails bring people back who would not have come by themselves.";
    case "WORSE":
      return "Fewer of the mailed people have bought. Look at what the mails say.";
    case "BROKEN":
      return "The two sides are not as large as they should be, so that nothing follows from them. Begin anew with another share.";
  }
}

/** Whether a share is held back, and how large it is. */
function HoldBack({ comparison }: { comparison: CartComparison }) {
  const { isOn } = comparison;
  const [percent, setPercent] = useState(comparison.percent);
  const hintId = useId();
  const change = useChange({
    change: (body: { isOn: boolean; percent: number }) => callApi(saveCartComparison, { body }),
    refresh: useRefresh([getCartComparison]),
    done: () => "Saved",
    failed: (error) => errorMessage(error, "The comparison could not be saved"),
  });
  return (
    <div className="mt-5 grid gap-2 border-t border-border pt-4">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="People without a mail" className="w-44">
          <NativeSelect
            aria-describedby={hintId}
            value={percent}
            onChange={({ target }) => setPercent(Number(target.value))}
          >
            {[...new Set([5, 10, 20, 50, comparison.percent])]
              .toSorted((left, right) => left - right)
              .map((share) => (
                <option key={share} value={share}>
                  {share} %
                </option>
              ))}
          </NativeSelect>
        </Field>
        {(!isOn || percent !== comparison.percent) && (
          <Button
            variant="outline"
            loading={change.isPending}
            onClick={() => change.mutate({ isOn: true, percent })}
          >
            {isOn ? "Begin anew" : "Start comparing"}
          </Button>
        )}
        {isOn && (
          <Button
            variant="ghost"
            loading={change.isPending}
            onClick={() => change.mutate({ isOn: false, percent: comparison.percent })}
          >
            Stop comparing
          </Button>
        )}
      </div>
      <p id={hintId} className="text-xs text-muted-foreground">
        Drawn by lot when the first mail would leave. Another share begins a new comparison.
      </p>
    </div>
  );
}
