import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import type { listSessionTimes } from "#contract/bookings/bookings.ts";
import { dayOf, hourText, periodText, weekdayText, zoneText } from "#contract/dates.ts";
import type { Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type FreeTimes = Output<typeof listSessionTimes>;

type Props = {
  /** Names the list among all that is asked for. */
  listKey: readonly unknown[];
  load: (from: string | undefined, signal: AbortSignal) => Promise<FreeTimes>;
  /** Whose clocks the second zone is. */
  seller: string;
  /** The chosen beginning; empty: none. */
  value: string;
  onChange: (startsAt: string) => void;
  /** Grows when the list may have changed. */
  version?: unknown;
  disabled?: boolean;
};

/** The free times of a session, a day at a time, by the clocks of whoever looks: a select of days and a choice of hours. */
export function SlotPicker({ listKey, load, seller, value, onChange, version, disabled = false }: Props) {
  const zone = useZone();
  const name = useId();
  const [chosenDay, setDay] = useState("");
  // Who loses a time to somebody faster looks on where it was.
  const [lastValue, setLastValue] = useState(value);
  if (value !== "" && value !== lastValue) setLastValue(value);
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Others book, too.
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (version) void refetch();
  }, [version, refetch]);

  const starts = data?.pages.flatMap((page) => page.starts) ?? [];
  const last = data?.pages.at(-1);
  const isEmpty = data !== undefined && starts.length === 0 && !isFetching;
  // A calendar whose next weeks are full goes on later.
  useEffect(() => {
    if (isEmpty && hasNextPage) void fetchNextPage();
  }, [isEmpty, hasNextPage, fetchNextPage]);

  const isGone =
    value !== "" && data !== undefined && !isFetching && isMissing(value, starts, last?.next ?? null);
  useEffect(() => {
    if (isGone) onChange("");
  }, [isGone, onChange]);

  if (isError && !data)
    return (
      <Notice>
        The free times could not be loaded.
        <Button variant="outline" size="sm" type="button" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  if (!data || (starts.length === 0 && hasNextPage)) return <Skeleton className="h-36 w-full" />;
  if (!last || starts.length === 0)
    return <Notice>No time is free at the moment. Please look in again.</Notice>;

  const days = byDay(starts, zone);
  const wanted = chosenDay || (lastValue && dayOf(new Date(lastValue), zone));
  const [day, times = []] = days.find(([date]) => date === wanted) ?? days[0] ?? [];
  const endOf = (start: string) => new Date(Date.parse(start) + last.lengthMinutes * 60_000);
  return (
    <div className="grid gap-4">
      <Field label="Day">
        <NativeSelect value={day} onChange={(event) => setDay(event.target.value)} disabled={disabled}>
          {days.map(([date, free]) => (
            <option key={date} value={date}>
              {weekdayText(free[0] ?? "", zone)} ({free.length === 1 ? "1 time" : `${free.length} times`})
            </option>
          ))}
        </NativeSelect>
      </Field>
      {hasNextPage && (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="-mt-2 justify-self-start"
          loading={isFetching}
          onClick={() => void fetchNextPage()}
        >
          Show later days
        </Button>
      )}
      <fieldset disabled={disabled} className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">Time ({zoneText(zone)})</legend>
        <div className="grid max-h-72 grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2 overflow-y-auto p-1 -m-1">
          {times.map((start) => (
            <label key={start} className="relative">
              <input
                type="radio"
                name={name}
                value={start}
                checked={value === start}
                onChange={() => onChange(start)}
                className="peer absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span className="grid h-11 place-content-center rounded-lg border border-input bg-card text-sm tabular-nums peer-checked:border-transparent peer-checked:bg-primary peer-checked:font-medium peer-checked:text-primary-foreground peer-hover:border-muted-foreground/50 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring peer-disabled:opacity-60">
                {hourText(start, zone)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div aria-live="polite" className="grid gap-1 text-sm">
        {value && !isGone ? (
          <>
            <p className="font-medium">{periodText(value, endOf(value), zone)}</p>
            {zone !== last.zone && (
              <p className="text-muted-foreground">
                For <bdi>{seller}</bdi>: {periodText(value, endOf(value), last.zone)}
              </p>
            )}
          </>
        ) : (
          <p className="text-muted-foreground">
            Choose a time.{zone !== last.zone && ` ${isolated(seller)} goes by ${zoneText(last.zone)}.`}
          </p>
        )}
      </div>
    </div>
  );
}

/** Each date with its times, in order. Browsers of 2023 have no `Map.groupBy`, and buy, too. */
function byDay(starts: readonly string[], zone: string): [day: string, times: string[]][] {
  const days = new Map<string, string[]>();
  for (const start of starts) {
    const day = dayOf(new Date(start), zone);
    const times = days.get(day);
    if (times) times.push(start);
    else days.set(day, [start]);
  }
  return [...days];
}

/** Whether a time that was chosen is none of what is free, as far as that is known. */
const isMissing = (value: string, starts: readonly string[], next: string | null): boolean =>
  !starts.includes(value) && (next === null || value < next);

function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-xl bg-muted px-4 py-3 text-sm">
      {children}
    </div>
  );
}
