import { useState } from "react";
import { longest } from "#contract/design/block-kinds.ts";
import { typedAddress } from "#contract/document/link-address.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type TextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  placeholder?: string;
  hint?: string;
  isLong?: boolean;
  autoFocus?: boolean;
};

/** A text of a block. It is kept without blanks at its ends; those that were typed stand in the field meanwhile. */
export function TextInput({ label, value, onChange, isLong = false, hint, ...rest }: TextProps) {
  const [typed, setTyped] = useState(value);
  const Control = isLong ? Textarea : Input;
  return (
    <Field label={label} hint={hint}>
      <Control
        {...rest}
        value={typed.trim() === value ? typed : value}
        onChange={({ currentTarget }: { currentTarget: { value: string } }) => {
          setTyped(currentTarget.value);
          onChange(currentTarget.value.trim());
        }}
      />
    </Field>
  );
}

type AddressProps = {
  label: string;
  /** Empty, or an address that `read` answered. */
  value: string;
  onChange: (address: string) => void;
  read?: (typed: string) => string | undefined;
  problem?: string;
  hint?: string;
  aside?: string | undefined;
  placeholder?: string;
};

/** An address of a block. Only one that can be followed is kept; while it is none, it stays as it was typed, and says so. */
export function AddressInput({
  label,
  value,
  onChange,
  read = typedAddress,
  problem = "This cannot be linked to. Use an address such as https://example.com.",
  hint,
  aside,
  placeholder = "https://example.com",
}: AddressProps) {
  const [typed, setTyped] = useState(value);
  const [isLeft, setLeft] = useState(true);
  const meant = typed.trim() === "" ? "" : read(typed);
  const shown = meant === value || meant === undefined ? typed : value;
  const isWrong = isLeft && shown === typed && meant === undefined;
  return (
    <Field label={label} hint={hint} aside={aside} error={isWrong ? problem : undefined}>
      <Input
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longest.address}
        placeholder={placeholder}
        value={shown}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          const address = currentTarget.value.trim() === "" ? "" : read(currentTarget.value);
          if (address !== undefined) onChange(address);
        }}
      />
    </Field>
  );
}
