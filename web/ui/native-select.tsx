import type { ComponentProps } from "react";
import { ChevronDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { controlStyle, useFieldControl } from "./field.tsx";

/** The browser's own select: no script, and the phone's own picker. Its children are <option>s. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <span className={classNames("relative block", className)}>
      <select
        {...useFieldControl()}
        className={classNames(controlStyle, "h-11 appearance-none pr-9 pl-3 sm:h-10 pointer-coarse:h-11")}
        {...props}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}
