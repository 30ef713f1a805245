import type { Ref } from "react";
import { withPlainDigits } from "#contract/plain-digits.ts";
import { classNames } from "./class-names.ts";
import { controlStyle, useFieldControl } from "./field.tsx";

type CodeInputProps = {
  value: string;
  onChange: (digits: string) => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** One field for a 6-digit code: pasting, autofill from a message and screen readers need no more than that. */
export function CodeInput({ value, onChange, disabled = false, ref }: CodeInputProps) {
  return (
    <input
      {...useFieldControl()}
      ref={ref}
      type="text"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      enterKeyHint="done"
      placeholder="••••••"
      disabled={disabled}
      value={value}
      // A pasted code may come with spaces or a dash; what is no digit is dropped, what is too much is cut off.
      onChange={(event) => onChange(withPlainDigits(event.target.value).replaceAll(/\D/g, "").slice(0, 6))}
      className={classNames(
        controlStyle,
        "h-16 pl-[0.5em] text-center font-mono text-3xl tracking-[0.5em] sm:text-3xl",
      )}
    />
  );
}
