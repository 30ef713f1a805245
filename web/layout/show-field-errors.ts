import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#web/api.ts";
import { reportFailure } from "./report-failure.ts";

/**
 * Shows why a form was not taken: each message under the field that `fieldOf` names for the server's, the first of them
 * focused, or `text` where none of them has a field here.
 */
export function showFieldErrors<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  error: unknown,
  fieldOf: (name: string) => FieldPath<Values> | undefined,
  text: string,
): void {
  const named = error instanceof ApiError && error.status !== 401 ? (error.body.fields ?? {}) : {};
  const shown = Object.entries(named).flatMap(([name, message]) => {
    const field = fieldOf(name);
    return field ? [{ field, message }] : [];
  });
  if (shown.length === 0) reportFailure(error, text);
  for (const [position, { field, message }] of shown.entries())
    setError(field, { message }, { shouldFocus: position === 0 });
}
