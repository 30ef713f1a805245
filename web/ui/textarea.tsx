import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { controlStyle, useFieldControl } from "./field.tsx";

/** A text of several lines; grows with its content where the browser can. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldControl()}
      dir="auto"
      rows={rows}
      className={classNames(controlStyle, "field-sizing-content min-h-24 px-3 py-2.5", className)}
      {...props}
    />
  );
}
