import { CalendarDays, MapPin } from "lucide-react";
import { periodText } from "#contract/dates.ts";

type Dated = {
  eventStartsAt: string | null;
  eventEndsAt: string | null;
  eventZone: string | null;
  eventPlace: string | null;
};

/** When and where an event takes place, by the clocks of its own zone. Nothing for what has neither. */
export function EventDate({ event, className = "" }: { event: Dated; className?: string }) {
  const { eventStartsAt, eventEndsAt, eventZone, eventPlace } = event;
  const isDated = eventStartsAt && eventEndsAt && eventZone;
  if (!isDated && !eventPlace) return null;
  return (
    <ul
      className={`grid gap-1 text-sm [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-brand-ink ${className}`}
    >
      {isDated && (
        <li>
          <CalendarDays aria-hidden="true" />
          <time dateTime={eventStartsAt}>{periodText(eventStartsAt, eventEndsAt, eventZone)}</time>
        </li>
      )}
      {eventPlace && (
        <li className="wrap-anywhere">
          <MapPin aria-hidden="true" />
          {eventPlace}
        </li>
      )}
    </ul>
  );
}
