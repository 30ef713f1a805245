import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

/** A creator who pays for a plan within their own free days gives those up: said before, not after. */
export function EndingTrial({ endsAt }: { endsAt: string }) {
  const day = longDayText(endsAt, useZone());
  return (
    <p className="mt-3 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground">
      You have Pro for free until {day}. If you pay now, your plan starts today and the free days end. To keep
      them, come back on {day}.
    </p>
  );
}
