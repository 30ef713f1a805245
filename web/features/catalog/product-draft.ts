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

/** The draft that was kept, once. */
export function takeProductDraft(productId: string | undefined): ProductFormValues | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(productId));
    sessionStorage.removeItem(keyOf(productId));
    return text ? (JSON.parse(text) as ProductFormValues) : undefined;
  } catch {
    return undefined;
  }
}
