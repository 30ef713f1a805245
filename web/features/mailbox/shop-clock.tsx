import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useId } from "react";
import { advanceDevClock, getDevClock } from "#contract/dev/dev-clock.ts";
import { momentText } from "#contract/dates.ts";
import { apiMutation, apiQuery } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { aheadText } from "./ahead-text.ts";

const steps = [
  { label: "1 hour", minutes: 60 },
  { label: "1 day", minutes: 1_440 },
  { label: "30 days", minutes: 43_200 },
];

/** What time it is for the shop, and buttons that let time go by: renewals, reminders and deadlines come with it. */
export function ShopClock() {
  const queries = useQueryClient();
  const zone = useZone();
  const hint = useId();
  const asked = apiQuery(getDevClock);
  const { data: clock } = useQuery({ ...asked, refetchInterval: 10_000 });
  const advance = useMutation({
    ...apiMutation(advanceDevClock),
    onSuccess: async (moved) => {
      await queries.cancelQueries({ queryKey: asked.queryKey });
      queries.setQueryData(asked.queryKey, moved);
    },
    onError: (error) => reportFailure(error, "The clock was not moved. Try again."),
  });
  // A button that is disabled would drop the focus: what is pressed meanwhile waits for nothing and does nothing.
  const go = (advanceMinutes: number) => {
    if (!advance.isPending) advance.mutate({ body: { advanceMinutes } });
  };

  return (
    <section
      aria-label="The shop's clock"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-border bg-muted px-4 py-3 text-sm sm:px-6"
    >
      <div className="flex items-start gap-2.5">
        <Clock aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <div className="grid gap-0.5">
          {clock ? (
            <p>
              Shop’s time:{" "}
              <time dateTime={clock.now} className="font-medium tabular-nums">
                {momentText(clock.now, zone)}
              </time>
            </p>
          ) : (
            <Skeleton className="h-5 w-64" />
          )}
          <p id={hint} className="text-xs text-muted-foreground">
            {clock && `${aheadText(clock.aheadMinutes)} `}
            It only goes on: what falls due runs, what ends has ended.
          </p>
        </div>
      </div>
      <div
        role="group"
        aria-label="Move the clock on by"
        aria-describedby={hint}
        className="flex flex-wrap gap-2"
      >
        {steps.map(({ label, minutes }) => (
          <Button
            key={label}
            variant="outline"
            size="sm"
            aria-disabled={advance.isPending}
            onClick={() => go(minutes)}
          >
            +{label}
          </Button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {advance.data && `The shop’s time is now ${momentText(advance.data.now, zone)}.`}
      </p>
    </section>
  );
}
