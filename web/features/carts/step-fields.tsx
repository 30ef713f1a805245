import { Trash2 } from "lucide-react";
import { useState } from "react";
import { cartPlaceholders, cartTemplates } from "#contract/carts/cart-texts.ts";
import type { CartStep } from "#contract/carts/sequences.ts";
import { cartMailLimits } from "#contract/document/read-document.ts";
import { MailEditor } from "#web/editor/mail-editor.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { valueOf } from "#web/ui/typed-number.ts";
import { MailPreview } from "./mail-preview.tsx";

type StepFieldsProps = {
  number: number;
  step: CartStep;
  problems: Partial<Record<string, string>>;
  onChange: (change: Partial<CartStep>) => void;
  onRemove: () => void;
};

/** One mail of a sequence. */
export function StepFields({ number, step, problems, onChange, onRemove }: StepFieldsProps) {
  const { delayMinutes, subject, content, couponPercent } = step;
  const [chosenUnit, setUnit] = useState(delayMinutes % 60 === 0 ? 60 : 1);
  const unit = delayMinutes % chosenUnit === 0 ? chosenUnit : 1;
  const [typed, setTyped] = useState(String(delayMinutes / unit));
  // What another tab has saved stands there, unless it is what is being typed.
  const delay = minutesOf(typed, unit) === delayMinutes ? typed : String(delayMinutes / unit);
  const [isShown, setShown] = useState(false);
  const typeDelay = (text: string, minutes: number) => {
    setTyped(text);
    onChange({ delayMinutes: minutesOf(text, minutes) });
  };
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-border p-4">
      <legend className="sr-only">Mail {number}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">Mail {number}</h3>
        <IconButton label={`Remove mail ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <NumberField
          kind="whole"
          label="Sent after"
          error={problems["delayMinutes"]}
          className="w-28"
          text={delay}
          value={delay}
          onChange={({ target }) => typeDelay(target.value, unit)}
        />
        <NativeSelect
          aria-label={`Unit of mail ${number}`}
          className="w-32"
          value={unit}
          onChange={({ target }) => {
            setUnit(Number(target.value));
            typeDelay(delay, Number(target.value));
          }}
        >
          <option value={1}>minutes</option>
          <option value={60}>hours</option>
        </NativeSelect>
        <Field label="Begin from" className="min-w-40 grow sm:max-w-60">
          <NativeSelect
            value=""
            onChange={({ target }) => {
              const template = cartTemplates.find(({ name }) => name === target.value);
              if (template) onChange({ subject: template.subject, content: template.content });
            }}
          >
            <option value="">A template…</option>
            {cartTemplates.map(({ name }) => (
              <option dir="auto" key={name}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <Field
        label="Subject"
        error={problems["subject"]}
        hint="{first_name}, {product}, {store}, {price} and {code} are filled in."
        required
      >
        <Input
          maxLength={120}
          value={subject}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      </Field>
      <Field
        label="Text"
        error={problems["content"]}
        hint="Type / to insert a product, a button and more. Where nothing in it leads to their checkout, a button that does follows."
        required
      >
        <MailEditor
          label={`Text of mail ${number}`}
          limits={cartMailLimits}
          placeholders={cartPlaceholders}
          leadsTo="their checkout"
          value={content}
          onChange={(content) => onChange({ content })}
        />
      </Field>
      <Field
        label="Discount"
        error={problems["couponPercent"]}
        hint="Percent off this product, by a code of its own that works once. Nobody gets two in 90 days."
        className="max-w-sm"
      >
        <NativeSelect
          value={couponPercent ?? ""}
          onChange={({ target }) => onChange({ couponPercent: target.value ? Number(target.value) : null })}
        >
          <option value="">None</option>
          {[...new Set([5, 10, 15, 20, 25, 30, 50, ...(couponPercent ? [couponPercent] : [])])]
            .toSorted((left, right) => left - right)
            .map((percent) => (
              <option key={percent} value={percent}>
                {percent} % off
              </option>
            ))}
        </NativeSelect>
      </Field>
      <Button variant="outline" size="sm" className="w-fit" onClick={() => setShown(true)}>
        Preview mail {number}
      </Button>
      {isShown && <MailPreview subject={subject} content={content} onClose={() => setShown(false)} />}
    </fieldset>
  );
}

/** What is not understood is no delay, which is refused as too short. */
const minutesOf = (text: string, unit: number) => (valueOf(text, "whole") ?? 0) * unit;
