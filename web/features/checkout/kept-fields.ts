import { type RefObject, useEffect } from "react";
import type { Draft } from "#contract/checkout/draft.ts";
import { type ShippingField, shippingFieldName } from "./shipping-address.ts";
import type { useDraft } from "./use-draft.ts";

type Keep = ReturnType<typeof useDraft>["keep"];

/** Keeps what is typed into a form as its fields are left, where it is a whole answer. */
export function useKeptFields(form: RefObject<HTMLFormElement | null>, keep: Keep): void {
  useEffect(() => {
    const fields = form.current;
    if (!fields) return;
    const handleLeave = ({ target }: FocusEvent) => keepField(keep, target);
    // A browser fills fields in that nobody is in, and a choice is whole as soon as it is made.
    const handleInput = ({ target }: Event) => {
      if (target !== document.activeElement || target instanceof HTMLSelectElement) keepField(keep, target);
    };
    // Whoever leaves the page leaves the field that they are in.
    const handleHide = () => {
      if (fields.contains(document.activeElement)) keepField(keep, document.activeElement);
    };
    fields.addEventListener("focusout", handleLeave);
    fields.addEventListener("input", handleInput);
    addEventListener("pagehide", handleHide);
    return () => {
      fields.removeEventListener("focusout", handleLeave);
      fields.removeEventListener("input", handleInput);
      removeEventListener("pagehide", handleHide);
    };
  }, [form, keep]);
}

/** The fields of a card have no names. */
function keepField(keep: Keep, field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) return;
  const value = field.value.trim();
  if (field.name === "email" && value && field.validity.valid) keep({ email: value });
  if (field.name === "name" && value) keep({ customerName: value });
  const part = shippingFields.find((part) => shippingFieldName(part) === field.name);
  if (part) keep({ shippingAddress: { [part]: value } });
}

/** Puts what another tab has kept into the fields of this one, except where somebody is typing. */
export function takeOver(
  form: HTMLFormElement,
  { email, customerName }: Pick<Draft, "email" | "customerName">,
): void {
  for (const [name, value] of Object.entries({ email, name: customerName })) {
    const field = form.elements.namedItem(name);
    if (!value || !(field instanceof HTMLInputElement)) continue;
    if (field.value === "" || field !== document.activeElement) field.value = value;
  }
}

const shippingFields: readonly ShippingField[] = [
  "name",
  "line1",
  "line2",
  "city",
  "region",
  "postalCode",
  "country",
];
