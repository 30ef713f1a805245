import { useCallback, useState } from "react";
import { FormProvider } from "react-hook-form";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { ProductFields } from "./product-fields.tsx";
import { PlanRefusal } from "#web/layout/plan-refusal.tsx";
import type { MyProduct } from "./product-form-values.ts";
import { ProductPreview } from "./product-preview.tsx";
import type { ProductUploads } from "./product-uploads.ts";
import { useProductForm } from "./use-product-form.ts";

type ProductDialogProps = {
  open: boolean;
  /** The product to edit; undefined for a new one. */
  product: MyProduct | undefined;
  /** There is no other yet. */
  isFirst: boolean;
  uploads: ProductUploads;
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
  /** A product was added. */
  onCreated: (product: MyProduct) => void;
};

/** Adds a product or changes one. Whatever would lose what was typed asks first: closing, Back, another page, the tab. */
export function ProductDialog({ open, product, isFirst, uploads, onClose, onCreated }: ProductDialogProps) {
  const { form, formId, edits, limit, submit, isUnsaved, leave, ...state } = useProductForm(
    product,
    isFirst,
    (created) => {
      onClose({ saved: true });
      if (created) onCreated(created);
    },
  );
  const { isSaved, isSaving } = state;
  const [uploading, setUploading] = useState({ cover: false, pictures: false, file: false, text: false });
  const follow = useCallback(
    (upload: keyof typeof uploading, busy: boolean) =>
      setUploading((before) => ({ ...before, [upload]: busy })),
    [],
  );
  const isUploading = Object.values(uploading).includes(true);
  return (
    <FormProvider {...form}>
      <EditDialog
        open={open}
        title={product ? "Edit Product" : "Add Product"}
        size="xl"
        formId={formId}
        submitLabel={isUploading ? "Uploading…" : product ? "Save Changes" : "Create Product"}
        isSaving={isSaving}
        edits={edits}
        isUnsaved={isUnsaved || isUploading}
        isDisabled={isUploading}
        onClose={onClose}
      >
        {limit !== undefined && (
          <div className="mb-6">
            <PlanRefusal message={limit} here={location.pathname + location.search} onLeave={leave} />
          </div>
        )}
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <form id={formId} onSubmit={submit} noValidate>
            <ProductFields product={product} isSaved={isSaved} uploads={uploads} onUploading={follow} />
          </form>
          <div className="hidden h-full lg:block">
            <ProductPreview />
          </div>
        </div>
      </EditDialog>
    </FormProvider>
  );
}
