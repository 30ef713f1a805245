import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { controlStyle, useFieldControl } from "./field.tsx";

type InputProps = Omit<ComponentProps<"input">, "prefix"> & {
  /** Shown inside the box before the text: a currency sign, an icon. */
  prefix?: ReactNode;
};

/** A one-line input. Inside a Field it takes its label, hint and error. */
export function Input({ className, prefix, ...props }: InputProps) {
  const control = useFieldControl();
  const input = (
    <input
      {...control}
      dir="auto"
      className={classNames(
        controlStyle,
        "h-11 px-3 sm:h-10 pointer-coarse:h-11",
        prefix ? "pl-9" : null,
        className,
      )}
      {...props}
    />
  );
  if (!prefix) return input;
  return (
    <span className="relative block">
      <span
        className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-sm text-muted-foreground [&_svg]:size-4"
        aria-hidden="true"
      >
        {prefix}
      </span>
      {input}
    </span>
  );
}
