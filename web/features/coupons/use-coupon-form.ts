import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, isUnauthorized } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { couponFormSchema } from "./coupon-form-schema.ts";
import {
  type CouponFormValues,
  fieldOfInput,
  inputOfValues,
  type MyCoupon,
  newCouponValues,
  valuesOfCoupon,
} from "./coupon-form-values.ts";
import { useCouponSaving } from "./use-coupon-changes.ts";

/** The coupon form: its values, its way to the server, and where what is wrong is shown. */
export function useCouponForm(coupon: MyCoupon | undefined, onSaved: () => void) {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const { create, update } = useCouponSaving();
  const [defaultValues] = useState(() => (coupon ? valuesOfCoupon(coupon) : newCouponValues(new Date())));
  const form = useForm<CouponFormValues>({
    defaultValues,
    resolver: zodResolver(couponFormSchema),
  });

  async function save(values: CouponFormValues) {
    try {
      const body = inputOfValues(values, coupon);
      if (coupon) await update.mutateAsync({ params: { id: coupon.id }, body });
      else await create.mutateAsync({ body });
    } catch (error) {
      refuse(error, values);
      return;
    }
    toast({ title: "Success", description: `Coupon ${coupon ? "updated" : "created"} successfully` });
    onSaved();
  }

  function refuse(error: unknown, values: CouponFormValues) {
    if (isUnauthorized(error)) setLeaving(true);
    const named = error instanceof ApiError && error.status !== 401 ? (error.body.fields ?? {}) : {};
    const shown = Object.entries(named).flatMap(([name, message]) => {
      const field = fieldOfInput(name, values);
      return field ? [{ field, message }] : [];
    });
    if (shown.length === 0) reportFailure(error, `Failed to ${coupon ? "update" : "create"} coupon`);
    for (const [position, { field, message }] of shown.entries())
      form.setError(field, { message }, { shouldFocus: position === 0 });
  }

  return {
    form,
    formId,
    submit: form.handleSubmit(save),
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: form.formState.isDirty && !leaving,
  };
}
