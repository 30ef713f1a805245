import { Star } from "lucide-react";
import { useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { starsText } from "./stars.tsx";

type StarChoiceProps = {
  /** 1 to 5; undefined before one is chosen. */
  value: number | undefined;
  onChange: (rating: number) => void;
  error: string | undefined;
};

const words = ["", "Poor", "Fair", "Good", "Very good", "Excellent"];

/** Five stars as one group of radio buttons: arrow keys move through them, and what is chosen is said in words. */
export function StarChoice({ value = 0, onChange, error }: StarChoiceProps) {
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-1.5"
    >
      <legend className="text-sm font-medium">
        Your rating
        <span className="text-brand-soft-foreground" aria-hidden="true">
          {" "}
          *
        </span>
      </legend>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex">
          {[1, 2, 3, 4, 5].map((star) => (
            <label
              key={star}
              className="relative grid size-11 cursor-pointer place-items-center rounded-lg hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name={id}
                value={star}
                required
                checked={value === star}
                onChange={() => onChange(star)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span className="sr-only">{starsText(star)}</span>
              <Star
                aria-hidden="true"
                className={classNames(
                  "size-7 transition-colors",
                  star <= value ? "fill-current text-brand" : "text-muted-foreground",
                )}
              />
            </label>
          ))}
        </div>
        <p aria-live="polite" className="text-sm text-muted-foreground">
          {value > 0 && (
            <>
              {words[value]}
              <span className="sr-only">, {starsText(value)} of 5</span>
            </>
          )}
        </p>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {error}
        </p>
      )}
    </fieldset>
  );
}
