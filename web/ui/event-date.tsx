import { CalendarDays, MapPin } from "lucide-react";
import { commonZone, periodTexts } from "#contract/dates.ts";
import { useZone } from "./dates.ts";

type Dated = {
  eventStartsAt: string | null;
  eventEndsAt: string | null;
  eventZone: string | null;
  eventPlace: string | null;
};

/**
 * When and where an event takes place: by the reader's clocks first, then by those of its own zone. A page without a script
 * knows the event's alone. Nothing for what has neither.
 */
export function EventDate({ event, className = "" }: { event: Dated; className?: string }) {
  const zone = useZone();
  const { eventStartsAt, eventEndsAt, eventZone, eventPlace } = event;
  const isDated = eventStartsAt && eventEndsAt && eventZone;
  if (!isDated && !eventPlace) return null;
  const [first, second] = isDated
    ? periodTexts(eventStartsAt, eventEndsAt, eventZone, zone === commonZone ? null : zone)
    : [];
  return (
    <ul
      className={`grid gap-1 text-sm [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-brand-ink ${className}`}
    >
      {isDated && (
        <li>
          <CalendarDays aria-hidden="true" />
          <span className="grid gap-0.5">
            <time dateTime={eventStartsAt}>{first}</time>
            {second && <span className="text-muted-foreground">{second}</span>}
          </span>
        </li>
      )}
      {eventPlace && (
        <li className="wrap-anywhere">
          <MapPin aria-hidden="true" />
          <bdi>{eventPlace}</bdi>
        </li>
      )}
    </ul>
  );
}
