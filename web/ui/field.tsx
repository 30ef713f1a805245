import { createContext, use, useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value; marks the control invalid and is announced. */
  error?: ReactNode;
  required?: boolean | undefined;
  /** Something small at the label's right: "Optional", what was understood. */
  aside?: ReactNode;
  className?: string;
};

/** A label, one control of this folder, and its hint or error, tied together by ids. */
export function Field({ label, children, hint, error, required, aside, className }: FieldProps) {
  const id = useId();
  const describedBy =
    classNames(aside ? `${id}-aside` : null, hint ? `${id}-hint` : null, error ? `${id}-error` : null) ||
    undefined;
  return (
    <div className={classNames("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label dir="auto" htmlFor={id} id={`${id}-label`} className="text-sm font-medium">
          {label}
          {required && (
            <span className="text-brand-soft-foreground" aria-hidden="true">
              {" "}
              *
            </span>
          )}
        </label>
        {aside && (
          <span id={`${id}-aside`} className="text-sm text-muted-foreground">
            {aside}
          </span>
        )}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {error}
        </p>
      )}
    </div>
  );
}

type FieldIds = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean | undefined;
};

const FieldContext = createContext<FieldIds | undefined>(undefined);

/** What a control inside a Field puts on its element. */
export function useFieldControl() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy && { "aria-describedby": field.describedBy }),
    ...(field.invalid && { "aria-invalid": true as const }),
    ...(field.required && { required: true }),
  };
}

export const controlStyle =
  "w-full rounded-lg border border-input bg-card text-base text-foreground shadow-xs transition-[border-color,box-shadow] placeholder:text-muted-foreground/80 hover:border-muted-foreground/50 focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring/35 disabled:cursor-not-allowed disabled:bg-muted disabled:opacity-60 aria-invalid:border-destructive sm:text-sm";
