import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { listCoupons } from "#contract/coupons.ts";
import { apiQuery, isUnauthorized } from "#web/api.ts";
import { showRefusal } from "#web/layout/show-refusal.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { useZone } from "#web/ui/dates.ts";
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
  const zone = useZone();
  const [leaving, setLeaving] = useState(false);
  const { create, update } = useCouponSaving();
  const [defaultValues] = useState(() =>
    coupon ? valuesOfCoupon(coupon, zone) : newCouponValues(new Date(), zone),
  );
  const form = useForm<CouponFormValues>({
    defaultValues,
    resolver: zodResolver(couponFormSchema),
  });
  const queryClient = useQueryClient();
  const { edits, item, merge } = useEdits({
    form,
    kind: "coupon",
    opened: coupon,
    valuesOf: (each: MyCoupon) => valuesOfCoupon(each, zone),
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...apiQuery(listCoupons), staleTime: 0 })).find(
        (each) => each.id === id,
      ),
  });

  async function save(values: CouponFormValues) {
    try {
      const body = inputOfValues(values, zone, item);
      if (item)
        await update.mutateAsync({ params: { id: item.id }, body: { ...body, revision: item.revision } });
      else await create.mutateAsync({ body });
    } catch (error) {
      if (!(await merge(error))) refuse(error, values);
      return;
    }
    edits.forget();
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
    edits,
    submit: form.handleSubmit(save),
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: edits.isUnsaved && !leaving,
  };
}
