import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Input } from "#web/ui/input.tsx";
import { caretAfterFormat, digitsOf } from "./card-format.ts";

type CardInputProps = Pick<
  ComponentProps<"input">,
  "ref" | "value" | "onBlur" | "autoComplete" | "placeholder"
> & {
  value: string;
  onValue(value: string): void;
  format(typed: string): string;
  /** Shown inside the box at its right. */
  aside?: ReactNode;
};

/** One field of a card: digits, grouped while typing. It has no name, so no form can ever send it anywhere. */
export function CardInput({
  value,
  onValue,
  format,
  aside,
  className,
  ...props
}: CardInputProps & { className?: string }) {
  const handleChange = (input: HTMLInputElement) => {
    const typed = input.value;
    const caret = input.selectionStart ?? typed.length;
    let formatted = format(typed);
    // Only a separator was deleted: the digit before it is what was meant.
    if (typed.length === value.length - 1 && formatted === value)
      formatted = format(digitsOf(typed).slice(0, -1));
    input.value = formatted;
    const place = caretAfterFormat(typed, caret, formatted);
    input.setSelectionRange(place, place);
    onValue(formatted);
  };

  return (
    <span className="relative block">
      <Input
        {...props}
        value={value}
        onChange={(event) => handleChange(event.currentTarget)}
        type="text"
        inputMode="numeric"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        className={classNames("tabular-nums", aside ? "pr-12" : null, className)}
      />
      {aside && (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center">{aside}</span>
      )}
    </span>
  );
}
