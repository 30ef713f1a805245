import { FormProvider } from "react-hook-form";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import type { Offer } from "./offer-calls.ts";
import { OfferFields } from "./offer-fields.tsx";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import { OfferPreview } from "./offer-preview.tsx";
import type { ProductChoice } from "./product-choice.ts";
import { useOfferForm } from "./use-offer-form.ts";

type OfferDialogProps = {
  open: boolean;
  kind: OfferKind;
  /** The offer to edit; undefined for a new one. */
  offer: Offer | undefined;
  carrierId: string;
  /** All of the product's offers. */
  others: readonly Offer[];
  products: readonly ProductChoice[];
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Adds an offer or changes one, beside what its buyers will see. Whatever would lose what was typed asks first. */
export function OfferDialog({ open, kind, offer, carrierId, others, products, onClose }: OfferDialogProps) {
  const onSaved = () => onClose({ saved: true });
  const form = useOfferForm({ kind, offer, carrierId, others, products, onSaved });
  const { title, addDescription } = offerTexts[kind];
  return (
    <FormProvider {...form.form}>
      <EditDialog
        open={open}
        title={`${offer ? "Edit" : "Add"} ${title}`}
        description={addDescription}
        size="xl"
        formId={form.formId}
        submitLabel={offer ? "Save Changes" : `Create ${title}`}
        isSaving={form.isSaving}
        edits={form.edits}
        isUnsaved={form.isUnsaved}
        onClose={onClose}
      >
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <form id={form.formId} onSubmit={form.submit} noValidate>
            <OfferFields kind={kind} offer={offer} products={products} />
          </form>
          <OfferPreview kind={kind} offer={offer} products={products} />
        </div>
      </EditDialog>
    </FormProvider>
  );
}
