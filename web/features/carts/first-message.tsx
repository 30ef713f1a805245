import { useId, useState } from "react";
import { Field } from "#web/ui/field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type FirstMessageProps = {
  /** Null: always a mail. */
  text: string | null;
  problem: string | undefined;
  onChange: (text: string | null) => void;
};

const suggested = "Hi {first_name}, you had {product} in your checkout. It is still kept for you:";

/** A direct message in the place of the first mail, for people who came from one. */
export function FirstMessage({ text, problem, onChange }: FirstMessageProps) {
  const switchId = useId();
  const [kept, setKept] = useState(text ?? suggested);
  const isOn = text !== null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-border p-4">
      <label htmlFor={switchId} className="flex w-fit items-center gap-3 text-sm font-medium">
        <Switch id={switchId} checked={isOn} onCheckedChange={(on) => onChange(on ? kept : null)} />
        First write a direct message where that is possible
      </label>
      <p className="text-sm text-muted-foreground">
        Who came to the checkout by one of your automatic replies, and wrote to you within 24 hours, gets this
        in the place of mail 1, at its time. Everybody else gets the mail; nobody gets both.
      </p>
      {isOn && (
        <Field
          label="Message"
          error={problem}
          hint="{first_name} and {product} are filled in. A link back to the checkout follows. It counts as an automatic reply of your plan."
          required
        >
          <Textarea
            rows={3}
            maxLength={500}
            value={text}
            onChange={({ target }) => {
              setKept(target.value);
              onChange(target.value);
            }}
          />
        </Field>
      )}
    </div>
  );
}
