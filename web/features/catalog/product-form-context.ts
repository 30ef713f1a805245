import { useFormContext } from "react-hook-form";
import type { CheckedProduct, ProductFormValues } from "./product-form-values.ts";

/** The product form around this part of it. */
export const useProductFields = () => useFormContext<ProductFormValues, unknown, CheckedProduct>();
