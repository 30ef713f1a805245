/** The field of an amount of the buyer's own, which is loaded only where there is one. */
export const ownAmountName = "own-amount";

/** Brings a field into sight and focuses it, after whatever else the press of Pay has focused. */
export function leadTo(field: HTMLElement | null | undefined): void {
  if (!field) return;
  setTimeout(() => {
    field.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  });
}

/** The field of this name in a form, or anywhere on the page. */
export function fieldNamed(name: string, form?: HTMLFormElement): HTMLElement | null {
  const found = form ? form.elements.namedItem(name) : document.getElementsByName(name)[0];
  return found instanceof HTMLElement ? found : null;
}
