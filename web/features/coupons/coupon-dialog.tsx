import { FormProvider } from "react-hook-form";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { CouponFields } from "./coupon-fields.tsx";
import type { MyCoupon } from "./coupon-form-values.ts";
import type { ProductChoice } from "./coupon-products-field.tsx";
import { useCouponForm } from "./use-coupon-form.ts";

type CouponDialogProps = {
  open: boolean;
  /** The coupon to edit; undefined for a new one. */
  coupon: MyCoupon | undefined;
  products: readonly ProductChoice[];
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Adds a coupon or changes one. Whatever would lose what was typed asks first. */
export function CouponDialog({ open, coupon, products, onClose }: CouponDialogProps) {
  const { form, formId, edits, submit, isSaving, isUnsaved } = useCouponForm(coupon, () =>
    onClose({ saved: true }),
  );
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
