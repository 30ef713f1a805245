/** Goes on to the field after this one; its own blur takes up what was typed. In the last one it only leaves it. */
export function focusNextField(field: HTMLInputElement): void {
  const fields = [...(field.form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  );
  field.blur();
  fields[fields.indexOf(field) + 1]?.focus();
}
