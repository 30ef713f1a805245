import { Plus, X } from "lucide-react";
import { useId } from "react";
import { endsNextDay, type Hours, mostHours } from "#contract/bookings/session-times.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";

type Props = {
  /** Whose hours: "Monday". */
  label: string;
  /** What none of them means: "Not offered". */
  none: string;
  hours: readonly Hours[];
  onChange: (hours: Hours[]) => void;
};

/** The hours of one day: from when to when, as often as they are interrupted. */
export function HoursEditor({ label, none, hours, onChange }: Props) {
  const change = (place: number, part: Partial<Hours>) =>
    onChange(hours.map((each, index) => (index === place ? { ...each, ...part } : each)));
  const last = hours.at(-1);
  const id = useId();
  return (
    <div className="grid grow gap-2">
      {hours.map(({ from, to }, place) => (
        <div key={place} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Input
            type="time"
            step={300}
            required
            aria-label={`${label}: from`}
            className="min-w-0 flex-1 px-2 tabular-nums"
            value={from}
            onChange={(event) => change(place, { from: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <Input
            type="time"
            step={300}
            required
            aria-label={`${label}: until`}
            className="min-w-0 flex-1 px-2 tabular-nums"
            // The end of a day is its last moment, which a field calls 00:00.
            value={to === "24:00" ? "00:00" : to}
            onChange={({ target: { value } }) => change(place, { to: value === "00:00" ? "24:00" : value })}
            aria-describedby={isNight({ from, to }) ? `${id}-${place}` : undefined}
          />
          <Button
            type="button"
            variant="ghost"
            size="icon"
            aria-label={`Remove hours of ${label}`}
            onClick={() => onChange(hours.filter((_, index) => index !== place))}
          >
            <X aria-hidden="true" />
          </Button>
          {isNight({ from, to }) && (
            <p id={`${id}-${place}`} className="basis-full text-xs text-muted-foreground">
              Ends the next day
            </p>
          )}
        </div>
      ))}
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        {hours.length === 0 && <span className="text-sm text-muted-foreground">{none}</span>}
        {hours.length < mostHours && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            aria-label={`Add hours on ${label}`}
            onClick={() => onChange([...hours, hoursAfter(last)])}
          >
            <Plus aria-hidden="true" /> Add hours
          </Button>
        )}
      </div>
    </div>
  );
}

/** While a field is empty, nothing is known. */
const isNight = (hours: Hours): boolean => hours.to !== "" && endsNextDay(hours);

/** Later on the same day, where there is room. */
const hoursAfter = (last: Hours | undefined): Hours =>
  last === undefined || endsNextDay(last) || last.to >= "20:00"
    ? { from: "09:00", to: "17:00" }
    : { from: last.to, to: "21:00" };
