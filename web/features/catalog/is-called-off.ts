import type { MyProduct } from "./product-form-values.ts";

/** Whether it is an event that its creator has cancelled. Apart from the form, whose library the list does not load. */
export const isCalledOff = ({ missing }: Pick<MyProduct, "missing">): boolean => missing.includes("event");
