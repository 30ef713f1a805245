import { Plus, Trash2 } from "lucide-react";
import { useController, useWatch } from "react-hook-form";
import { mostExceptions, type SessionTimes } from "#contract/bookings/session-times.ts";
import { dayOf, zoneText } from "#contract/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { zonesWith } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { shopNow } from "#web/shop-now.ts";
import { HoursEditor } from "./hours-editor.tsx";
import { useProductFields } from "./product-form-values.ts";
import { ProductSwitch } from "./product-switch.tsx";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** When a session can be booked: its hours of the week, and what bounds them; or that its times are chosen elsewhere. */
export function SessionTimesFields() {
  const { control } = useProductFields();
  const timesHere = useWatch({ control, name: "timesHere" });
  const { field, fieldState } = useController({ control, name: "sessionTimes" });
  const { value, onChange } = field;
  const { zone } = value;
  const set = (part: Partial<SessionTimes>) => onChange({ ...value, ...part });
  return (
    <>
      <ProductSwitch
        name="timesHere"
        label="Offer times here"
        note={
          timesHere
            ? "Buyers choose a free time as they pay. Nobody else can book it."
            : "Buyers choose a time elsewhere: put the link of your scheduler below. Nothing here keeps two of them from the same time."
        }
      />
      {timesHere && (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
            <Field label="Length">
              <Choice
                value={value.lengthMinutes}
                options={[15, 20, 30, 45, 60, 90, 120, 180, 240]}
                text={minutesText}
                onChange={(lengthMinutes) => set({ lengthMinutes })}
              />
            </Field>
            <Field label="Time zone" hint={`All hours below are ${zoneText(zone)}.`}>
              <NativeSelect value={value.zone} onChange={(event) => set({ zone: event.target.value })}>
                {zonesWith(value.zone).map((name) => (
                  <option key={name} value={name}>
                    {name.replaceAll("_", " ")}
                  </option>
                ))}
              </NativeSelect>
            </Field>
          </div>
          <fieldset className="grid gap-3">
            <legend className="mb-3 text-sm font-medium">Hours of the week</legend>
            {days.map((label, day) => (
              <div key={label} className="flex flex-col gap-1 sm:flex-row sm:items-start sm:gap-4">
                <span className="text-sm sm:w-28 sm:pt-2">{label}</span>
                <HoursEditor
                  label={label}
                  none="Not offered"
                  hours={value.weekly[day] ?? []}
                  onChange={(hours) =>
                    set({ weekly: value.weekly.map((each, index) => (index === day ? hours : each)) })
                  }
                />
              </div>
            ))}
          </fieldset>
          <Exceptions value={value} onChange={(exceptions) => set({ exceptions })} />
          <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
            <Field label="Book at least">
              <Choice
                value={value.noticeHours}
                options={[0, 1, 2, 4, 12, 24, 48, 72, 168]}
                text={(hours) => (hours === 0 ? "No notice" : `${hoursText(hours)} ahead`)}
                onChange={(noticeHours) => set({ noticeHours })}
              />
            </Field>
            <Field label="Book at most">
              <Choice
                value={value.daysAhead}
                options={[7, 14, 30, 60, 90, 180, 365]}
                text={(count) => `${count} days ahead`}
                onChange={(daysAhead) => set({ daysAhead })}
              />
            </Field>
            <Field label="Kept free before">
              <Choice
                value={value.bufferBeforeMinutes}
                options={[0, 5, 10, 15, 30, 60]}
                text={minutesText}
                onChange={(bufferBeforeMinutes) => set({ bufferBeforeMinutes })}
              />
            </Field>
            <Field label="Kept free after">
              <Choice
                value={value.bufferAfterMinutes}
                options={[0, 5, 10, 15, 30, 60]}
                text={minutesText}
                onChange={(bufferAfterMinutes) => set({ bufferAfterMinutes })}
              />
            </Field>
            <Field label="At most on a day">
              <Choice
                value={value.mostPerDay ?? 0}
                options={[0, 1, 2, 3, 4, 5, 6, 8, 10]}
                text={(count) => (count === 0 ? "As many as fit" : String(count))}
                onChange={(count) => set({ mostPerDay: count || null })}
              />
            </Field>
            <Field label="Buyers may move or cancel" hint="After that they write to you.">
              <Choice
                value={value.changeHours}
                options={[0, 1, 2, 4, 12, 24, 48, 72, 168]}
                text={(hours) => (hours === 0 ? "Until it begins" : `Until ${hoursText(hours)} before`)}
                onChange={(changeHours) => set({ changeHours })}
              />
            </Field>
          </div>
          <Field label="Link to join" aside="Optional" hint="Only its buyers see it.">
            <Input
              type="url"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              value={value.joinLink ?? ""}
              onChange={(event) => set({ joinLink: event.target.value.trim() || null })}
            />
          </Field>
        </>
      )}
      {fieldState.error && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {fieldState.error.message}
        </p>
      )}
    </>
  );
}

type ExceptionsProps = {
  value: SessionTimes;
  onChange: (exceptions: SessionTimes["exceptions"]) => void;
};

/** Dates with hours of their own in place of the week's. */
function Exceptions({ value: { exceptions, zone }, onChange }: ExceptionsProps) {
  const change = (place: number, part: Partial<SessionTimes["exceptions"][number]>) =>
    onChange(exceptions.map((each, index) => (index === place ? { ...each, ...part } : each)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">Days off and other hours</legend>
      {exceptions.map(({ date, hours }, place) => (
        <div
          key={place}
          className="grid gap-2 rounded-xl border border-border p-3 sm:flex sm:items-start sm:gap-4"
        >
          <div className="flex items-center gap-2">
            <Input
              type="date"
              aria-label="Date"
              className="min-w-0 flex-1 sm:w-40"
              value={date}
              onChange={(event) => change(place, { date: event.target.value })}
            />
            <Button
              type="button"
              variant="ghost"
              size="icon"
              aria-label={`Remove ${date}`}
              onClick={() => onChange(exceptions.filter((_, index) => index !== place))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
          <HoursEditor
            label={date}
            none="Day off"
            hours={hours}
            onChange={(next) => change(place, { hours: next })}
          />
        </div>
      ))}
      {exceptions.length < mostExceptions && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...exceptions, { date: freeDate(exceptions, zone), hours: [] }])}
        >
          <Plus aria-hidden="true" /> Add a date
        </Button>
      )}
    </fieldset>
  );
}

/** Tomorrow, or the first day after it that is not there yet. */
function freeDate(exceptions: SessionTimes["exceptions"], zone: string): string {
  const known = new Set(exceptions.map(({ date }) => date));
  for (let day = 1; ; day++) {
    const date = dayOf(new Date(shopNow().getTime() + day * 86_400_000), zone);
    if (!known.has(date)) return date;
  }
}

type ChoiceProps = {
  value: number;
  options: readonly number[];
  text: (value: number) => string;
  onChange: (value: number) => void;
};

/** A number of a few; one that is none of them, set elsewhere, stays. */
function Choice({ value, options, text, onChange }: ChoiceProps) {
  const all = [...new Set([...options, value])].toSorted((a, b) => a - b);
  return (
    <NativeSelect value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {all.map((option) => (
        <option key={option} value={option}>
          {text(option)}
        </option>
      ))}
    </NativeSelect>
  );
}

const minutesText = (minutes: number) => (minutes === 0 ? "Nothing" : `${minutes} minutes`);
const hoursText = (hours: number) =>
  hours < 48 ? `${hours} ${hours === 1 ? "hour" : "hours"}` : `${hours / 24} days`;
