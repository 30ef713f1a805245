import { commonZone, periodText } from "#contract/dates.ts";
import { useZone } from "./dates.ts";

type Dated = { eventStartsAt: string | null; eventEndsAt: string | null; eventZone: string | null };

/** When an event takes place by the clocks of whoever buys, where those are known and others. */
export function BuyersTime({ event }: { event: Dated }) {
  const zone = useZone();
  const { eventStartsAt, eventEndsAt, eventZone } = event;
  if (!eventStartsAt || !eventEndsAt || !eventZone || zone === eventZone || zone === commonZone) return null;
  return (
    <p className="mt-1 text-sm text-muted-foreground">
      For you: {periodText(eventStartsAt, eventEndsAt, zone)}
    </p>
  );
}
