import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";

/** A native checkbox in our dress. Give it a Field, a surrounding <label>, or an aria-label. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className={classNames("relative inline-grid size-5 shrink-0 place-items-center", className)}>
      <input
        type="checkbox"
        {...useFieldControl()}
        className="peer col-start-1 row-start-1 size-5 appearance-none rounded-[0.3125rem] border border-input bg-card shadow-xs transition-colors checked:border-brand checked:bg-brand hover:border-muted-foreground/60 checked:hover:border-brand disabled:opacity-50 aria-invalid:border-destructive"
        {...props}
      />
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="pointer-events-none col-start-1 row-start-1 size-3.5 fill-none stroke-brand-foreground stroke-2 opacity-0 peer-checked:opacity-100"
      >
        <path d="m3 8.5 3.5 3.5L13 4.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
