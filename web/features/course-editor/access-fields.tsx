import { useId, useState } from "react";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { readNumber } from "#web/ui/typed-number.ts";
import { clockText, secondsOfClock } from "#web/features/player/clock-text.ts";
import type { LessonSession, LessonState } from "./lesson-session.ts";
import type { LessonFields } from "./lesson-fields.ts";

type Props = { session: LessonSession; fields: LessonFields; errors: LessonState["errors"] };

/** How long a lesson is, when it opens, and for whom. */
export function AccessFields({ session, fields, errors }: Props) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <LengthField
        seconds={fields.duration}
        error={errors.duration}
        onChange={(duration) => session.change({ duration })}
      />
      <DripField
        days={fields.dripDays}
        error={errors.dripDays}
        onChange={(dripDays) => session.change({ dripDays })}
      />
      <FreeSwitch checked={fields.freePreview} onChange={(freePreview) => session.change({ freePreview })} />
    </div>
  );
}

type NumberProps = { error: string | undefined; onChange: (value: number) => void };

function LengthField({ seconds, error, onChange }: NumberProps & { seconds: number }) {
  const { typed, problem, inputProps } = useTypedNumber(
    secondsOfClock,
    onChange,
    "Write minutes and seconds, as 4:30",
  );
  return (
    <Field
      label="Length"
      hint="Minutes and seconds, as 4:30. An uploaded video sets it."
      error={problem ?? error}
    >
      <Input {...inputProps} inputMode="text" maxLength={8} value={typed ?? clockText(seconds)} />
    </Field>
  );
}

const daysOf = (text: string) => {
  const read = readNumber(text, "whole");
  const days = "problem" in read ? -1 : (read.value ?? 0);
  return days >= 0 && days <= 365 ? days : undefined;
};

function DripField({ days, error, onChange }: NumberProps & { days: number }) {
  const { typed, problem, inputProps } = useTypedNumber(daysOf, onChange, "Between 0 and 365 days");
  return (
    <Field
      label="Days after purchase"
      hint={
        days === 0
          ? "Open as soon as it is bought."
          : `Opens ${days} ${days === 1 ? "day" : "days"} after purchase.`
      }
      error={problem ?? error}
    >
      <Input {...inputProps} inputMode="numeric" maxLength={3} value={typed ?? String(days)} />
    </Field>
  );
}

/** Keeps what is typed as it is until the field is left; `onChange` hears of what can be read. */
function useTypedNumber(
  read: (text: string) => number | undefined,
  onChange: (value: number) => void,
  refusal: string,
) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const isReadable = typed === undefined || read(typed) !== undefined;
  return {
    typed,
    problem: isLeft && !isReadable ? refusal : undefined,
    inputProps: {
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setLeft(false);
        const value = read(text);
        if (value !== undefined) onChange(value);
      },
      onBlur: () => {
        setLeft(true);
        if (isReadable) setTyped(undefined);
      },
    },
  };
}

function FreeSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} checked={checked} onCheckedChange={onChange} aria-describedby={`${id}-hint`} />
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-sm font-medium pointer-coarse:py-2.5">
          Free preview
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          Open to everybody on the course page, before they buy.
        </p>
      </div>
    </div>
  );
}
