import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { type NumberKind, numberText, readNumber } from "./typed-number.ts";

type NumberFieldProps = Omit<ComponentProps<typeof Field>, "children"> &
  Omit<ComponentProps<typeof Input>, "prefix" | "type" | "inputMode" | "className"> & {
    kind: NumberKind;
    /** What stands in the field now. */
    text: string;
  };

const prefixes = { money: "$", percent: "%", whole: undefined };

/** A field for a typed number. What was understood stands beside its label; what was not is said once the field is left. */
export function NumberField({
  kind,
  text,
  label,
  hint,
  error,
  required,
  aside,
  className,
  onBlur,
  ...input
}: NumberFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const read = readNumber(text, kind);
  const problem = isLeft && "problem" in read ? read.problem : undefined;
  const understood = understoodText(text, kind);
  return (
    <Field
      label={label}
      hint={hint}
      error={problem ?? error}
      required={required}
      aside={understood ? <span className="tabular-nums">= {understood}</span> : aside}
      {...(className !== undefined && { className })}
    >
      <Input
        prefix={prefixes[kind]}
        inputMode={kind === "whole" ? "numeric" : "decimal"}
        autoComplete="off"
        {...input}
        onBlur={(event) => {
          setLeft(true);
          onBlur?.(event);
        }}
      />
    </Field>
  );
}

/** What was understood, where it is not just what was typed. */
function understoodText(text: string, kind: NumberKind): string | undefined {
  const read = readNumber(text, kind);
  if ("problem" in read || read.value === null) return undefined;
  return kind === "whole" && text.trim() === String(read.value) ? undefined : numberText(read.value, kind);
}
