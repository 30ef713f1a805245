import { useFormContext } from "react-hook-form";
import type { CouponFormValues } from "./coupon-form-values.ts";

/** The coupon form around this part of it. */
export const useCouponFields = () => useFormContext<CouponFormValues>();
