import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { isUnauthorized } from "#web/api.ts";
import { showRefusal } from "#web/layout/show-refusal.ts";
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
    showRefusal(
      form,
      error,
      (name) => fieldOfInput(name, values),
      `Failed to ${coupon ? "update" : "create"} coupon`,
    );
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
