import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { checkHandle } from "#contract/accounts/check-handle.ts";
import { apiQuery } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";

type HandleFieldProps = {
  registration: UseFormRegisterReturn;
  value: string;
  /** The handle the creator has now; there is nothing to say about it. */
  own: string;
  /** The store is just being set up: nobody has its address yet. */
  isNew: boolean;
  error: string | undefined;
  onSuggestion: (handle: string) => void;
};

/** The name in the store's address; says while typing whether it is free, and what is when it is not. */
export function HandleField({ registration, value, own, isNew, error, onSuggestion }: HandleFieldProps) {
  const wanted = useDebounced(value.trim().toLowerCase(), 300);
  const changed = wanted !== own;
  const { data: check, isFetching } = useQuery({
    ...apiQuery(checkHandle, { querystring: { handle: wanted.slice(0, 60) } }),
    enabled: changed,
    staleTime: 10_000,
  });
  const settled = changed && !isFetching && wanted === value.trim().toLowerCase() ? check : undefined;
  return (
    <div className="grid gap-2">
      <Field
        label="Handle"
        required
        hint={
          <>
            Your store is at <span className="font-medium text-foreground">/u/{wanted || "…"}</span>
            {changed && !isNew && `. Links to /u/${own} redirect to the new address for a year.`}
          </>
        }
        error={error}
      >
        <Input
          prefix="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          {...registration}
        />
      </Field>
      <p role="status" className="flex min-h-5 items-center gap-1.5 text-sm font-medium empty:hidden">
        {changed && isFetching && (
          <>
            <Spinner className="text-muted-foreground" />
            <span className="text-muted-foreground">Checking…</span>
          </>
        )}
        {settled?.available && (
          <span className="flex items-center gap-1.5 text-success-soft-foreground">
            <Check className="size-4" aria-hidden="true" />@{wanted} is free
          </span>
        )}
        {settled && !settled.available && !error && (
          <span className="flex items-center gap-1.5 text-destructive-soft-foreground">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {settled.reason}
          </span>
        )}
      </p>
      {settled && settled.suggestions.length > 0 && (
        <ul aria-label="Handles that are free" className="flex flex-wrap gap-2">
          {settled.suggestions.map((handle) => (
            <li key={handle}>
              <button
                type="button"
                onClick={() => onSuggestion(handle)}
                className="rounded-full border border-input bg-card px-3 py-1 text-sm font-medium transition-colors hover:bg-accent pointer-coarse:py-2.5"
              >
                @{handle}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
