import { CalendarDays, MapPin } from "lucide-react";
import { commonZone, periodTexts } from "#contract/dates.ts";
import { useZone } from "./dates.ts";

type Dated = {
  eventStartsAt: string | null;
  eventEndsAt: string | null;
  eventZone: string | null;
  eventPlace: string | null;
};

/** When an event takes place, by the reader's clocks first. A page without a script knows the event's alone. */
export const eventTimes = (
  { eventStartsAt, eventEndsAt, eventZone }: Omit<Dated, "eventPlace">,
  zone: string,
): string[] =>
  eventStartsAt && eventEndsAt && eventZone
    ? periodTexts(eventStartsAt, eventEndsAt, eventZone, zone === commonZone ? null : zone)
    : [];

/**
 * When and where an event takes place: by the reader's clocks first, then by those of its own zone. A page without a script
 * knows the event's alone. Nothing for what has neither.
 */
export function EventDate({ event, className = "" }: { event: Dated; className?: string }) {
  const zone = useZone();
  const { eventStartsAt, eventPlace } = event;
  const [first, second] = eventTimes(event, zone);
  if (!first && !eventPlace) return null;
  return (
    <ul
      className={`grid gap-1 text-sm [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-brand-ink ${className}`}
    >
      {first && (
        <li>
          <CalendarDays aria-hidden="true" />
          <span className="grid gap-0.5">
            <time dateTime={eventStartsAt ?? undefined}>{first}</time>
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
