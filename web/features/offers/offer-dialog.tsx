import { useMemo } from "react";
import { FormProvider } from "react-hook-form";
import { givenAwayText } from "#web/layout/given-away.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { fromList, useEditForm } from "#web/layout/use-edit-form.ts";
import { useZone } from "#web/ui/dates.ts";
import { fieldOfInput, type Offer, offerCalls } from "./offer-calls.ts";
import { offerPriceOf } from "./offer-discount.ts";
import { OfferFields } from "./offer-fields.tsx";
import { offerFormSchema } from "./offer-form-schema.ts";
import { discountOf, inputOfValues, newOfferValues, valuesOfOffer } from "./offer-form-values.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import { OfferPreview } from "./offer-preview.tsx";
import type { ProductChoice } from "./product-choice.ts";
import { offersQuery, useOfferRefresh } from "./use-offer-changes.ts";

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
  const { title, subject, addDescription } = offerTexts[kind];
  const zone = useZone();
  const schema = useMemo(
    () => offerFormSchema(kind, (id) => products.find((product) => product.id === id)?.priceCents),
    [kind, products],
  );
  const form = useEditForm({
    subject,
    draftName: `${kind} of ${carrierId}`,
    opened: offer,
    newValues: () => newOfferValues(kind, carrierId, others),
    valuesOf: (each) => valuesOfOffer(each, zone),
    schema,
    load: fromList(offersQuery(kind, carrierId)),
    save: (values, item) => {
      const input = inputOfValues(values, zone, item);
      return item ? offerCalls[kind].update(item, input) : offerCalls[kind].create(input);
    },
    consequenceOf: (values) => {
      const product = products.find(({ id }) => id === values.productId);
      const isFree =
        product &&
        product.priceCents > 0 &&
        offerPriceOf(product.priceCents, {
          discountType: values.discountType,
          discountValue: discountOf(values),
        }) === 0;
      return isFree ? givenAwayText([product]) : undefined;
    },
    fieldOf: (name) => fieldOfInput[name],
    refresh: useOfferRefresh(kind),
    onSaved: () => onClose({ saved: true }),
  });
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
        question={form.question}
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
