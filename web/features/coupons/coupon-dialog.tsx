import { useQuery } from "@tanstack/react-query";
import { FormProvider } from "react-hook-form";
import type { listMyProducts } from "#contract/catalog/catalog.ts";
import { createCoupon, listCoupons, updateCoupon } from "#contract/coupons/coupons.ts";
import { listShippingRates } from "#contract/shipping/shipping-rates.ts";
import { apiQuery, callApi, type Output } from "#web/api.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { fromList, useEditForm } from "#web/layout/use-edit-form.ts";
import { useZone } from "#web/ui/dates.ts";
import { shopNow } from "#web/shop-now.ts";
import { CouponFields } from "./coupon-fields.tsx";
import { couponFormSchema } from "./coupon-form-schema.ts";
import {
  fieldOfInput,
  inputOfValues,
  type MyCoupon,
  newCouponValues,
  valuesOfCoupon,
} from "./coupon-form-values.ts";
import { couponConsequence } from "./coupon-consequence.ts";
import type { ProductChoice } from "./coupon-products-field.tsx";
import { useCouponRefresh } from "./use-coupon-changes.ts";

type CouponDialogProps = {
  open: boolean;
  /** The coupon to edit; undefined for a new one. */
  coupon: MyCoupon | undefined;
  products: Output<typeof listMyProducts>;
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Adds a coupon or changes one. Whatever would lose what was typed asks first. */
export function CouponDialog({ open, coupon, products, onClose }: CouponDialogProps) {
  const zone = useZone();
  const { data: rates } = useQuery({
    ...apiQuery(listShippingRates),
    enabled: products.some(({ type }) => type === "PHYSICAL"),
  });
  const { form, formId, edits, submit, question, isSaving, isUnsaved } = useEditForm({
    subject: "Coupon",
    opened: coupon,
    newValues: () => newCouponValues(shopNow(), zone),
    valuesOf: (each) => valuesOfCoupon(each, zone),
    schema: couponFormSchema,
    load: fromList(apiQuery(listCoupons)),
    save: (values, item) => {
      const body = inputOfValues(values, zone, item);
      return item
        ? callApi(updateCoupon, { params: { id: item.id }, body: { ...body, revision: item.revision } })
        : callApi(createCoupon, { body });
    },
    consequenceOf: (values) =>
      couponConsequence(
        inputOfValues(values, zone),
        products,
        Math.max(0, ...(rates ?? []).map(({ firstCents }) => firstCents)),
      ),
    fieldOf: fieldOfInput,
    refresh: useCouponRefresh(),
    onSaved: () => onClose({ saved: true }),
  });
  return (
    <FormProvider {...form}>
      <EditDialog
        open={open}
        title={coupon ? "Edit Coupon" : "Add Coupon"}
        size="lg"
        formId={formId}
        submitLabel={coupon ? "Save Changes" : "Create Coupon"}
        isSaving={isSaving}
        edits={edits}
        isUnsaved={isUnsaved}
        question={question}
        onClose={onClose}
      >
        <form id={formId} onSubmit={submit} noValidate>
          <CouponFields products={choicesFor(coupon, products)} />
        </form>
      </EditDialog>
    </FormProvider>
  );
}

/** A product that has been deleted since can only be taken away. */
function choicesFor(coupon: MyCoupon | undefined, products: readonly ProductChoice[]): ProductChoice[] {
  const gone =
    coupon?.applicableProducts?.filter((id) => products.every((product) => product.id !== id)) ?? [];
  return [...products, ...gone.map((id) => ({ id, title: "A product you have deleted" }))];
}
