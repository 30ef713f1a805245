import type { ProductFormValues } from "./product-form-values.ts";

const keyOf = (productId: string | undefined) => `product-draft:${productId ?? "new"}`;

/** Keeps what was typed while the creator signs in again; this tab only. */
export function keepProductDraft(productId: string | undefined, values: ProductFormValues) {
  try {
    sessionStorage.setItem(keyOf(productId), JSON.stringify(values));
  } catch {
    // Without storage there is no draft; the form still works.
  }
}

/** The draft that was kept, if there is one. Reading leaves it: a render may be thrown away and done again. */
export function readProductDraft(productId: string | undefined): ProductFormValues | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(productId));
    return text ? (JSON.parse(text) as ProductFormValues) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the draft: the form that read it is on screen. */
export function forgetProductDraft(productId: string | undefined) {
  try {
    sessionStorage.removeItem(keyOf(productId));
  } catch {
    // Without storage there is nothing to forget.
  }
}
