import { createElement, useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useProductFields } from "./product-form-values.ts";
import { productChoices, productTypeIcon, productTypeLabel } from "./product-type.ts";

/** What kind of product it is: eight radio buttons with a line each. */
export function ProductTypePicker() {
  const { register, formState } = useProductFields();
  const error = formState.errors.type?.message;
  const errorId = useId();
  return (
    <fieldset data-invalid={error ? true : undefined} aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-medium">
        Product type
        <span className="text-brand-soft-foreground" aria-hidden="true">
          {" "}
          *
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {productChoices.map(({ type, explanation }) => (
          <label
            key={type}
            className={classNames(
              "relative flex cursor-pointer items-start gap-3 rounded-xl border bg-card p-3 transition-colors hover:bg-accent",
              "has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
              error ? "border-destructive" : "border-input",
            )}
          >
            <input
              type="radio"
              value={type}
              aria-labelledby={`${errorId}-${type}`}
              aria-describedby={`${errorId}-${type}-note`}
              className="peer sr-only"
              {...register("type")}
            />
            {createElement(productTypeIcon[type], {
              className:
                "mt-0.5 size-5 shrink-0 text-muted-foreground peer-checked:text-brand-soft-foreground",
              "aria-hidden": true,
            })}
            <span className="grid gap-0.5">
              <span id={`${errorId}-${type}`} className="text-sm font-medium">
                {productTypeLabel[type]}
              </span>
              <span id={`${errorId}-${type}-note`} className="text-xs leading-snug text-muted-foreground">
                {explanation}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-destructive-soft-foreground">
          {error}
        </p>
      )}
    </fieldset>
  );
}
