import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "onChange"> & {
  onCheckedChange?: (checked: boolean) => void;
};

/** An on/off switch: a native checkbox with the role of a switch. Give it a Field, a surrounding <label>, or an aria-label. */
export function Switch({ className, onCheckedChange, ...props }: SwitchProps) {
  return (
    <span
      className={classNames("relative inline-flex shrink-0 items-center pointer-coarse:py-2.5", className)}
    >
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox tells its own state
        role="switch"
        {...useFieldControl()}
        onChange={(event) => onCheckedChange?.(event.currentTarget.checked)}
        className="peer h-6 w-10.5 cursor-pointer appearance-none rounded-full bg-input transition-colors checked:bg-brand disabled:cursor-not-allowed disabled:opacity-50"
        {...props}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute left-0.5 size-5 rounded-full bg-white shadow-sm transition-transform duration-150 peer-checked:translate-x-4.5"
      />
    </span>
  );
}
