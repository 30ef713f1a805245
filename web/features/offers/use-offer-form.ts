import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { isUnauthorized } from "#web/api.ts";
import { showRefusal } from "#web/layout/show-refusal.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { useZone } from "#web/ui/dates.ts";
import { toast } from "#web/ui/toast.ts";
import { fieldOfInput, type Offer } from "./offer-calls.ts";
import { offerFormSchema } from "./offer-form-schema.ts";
import { inputOfValues, newOfferValues, type OfferFormValues, valuesOfOffer } from "./offer-form-values.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import type { ProductChoice } from "./product-choice.ts";
import { offersQuery, useOfferSaving } from "./use-offer-changes.ts";

type OfferFormProps = {
  kind: OfferKind;
  /** The offer to edit; undefined for a new one of `carrierId`. */
  offer: Offer | undefined;
  carrierId: string;
  others: readonly Offer[];
  products: readonly ProductChoice[];
  onSaved: () => void;
};

/** The offer form: its values, its way to the server, and where what is wrong is shown. */
export function useOfferForm({ kind, offer, carrierId, others, products, onSaved }: OfferFormProps) {
  const formId = useId();
  const zone = useZone();
  const [leaving, setLeaving] = useState(false);
  const saving = useOfferSaving(kind);
  const { noun, subject } = offerTexts[kind];
  const [defaultValues] = useState(() =>
    offer ? valuesOfOffer(offer, zone) : newOfferValues(kind, carrierId, others),
  );
  const resolver = useMemo(
    () =>
      zodResolver(offerFormSchema(kind, (id) => products.find((product) => product.id === id)?.priceCents)),
    [kind, products],
  );
  const form = useForm<OfferFormValues>({ defaultValues, resolver });
  const queryClient = useQueryClient();
  const { edits, item, merge } = useEdits({
    form,
    kind: `${kind} of ${carrierId}`,
    opened: offer,
    valuesOf: (each: Offer) => valuesOfOffer(each, zone),
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...offersQuery(kind, carrierId), staleTime: 0 })).find(
        (each) => each.id === id,
      ),
  });

  async function save(values: OfferFormValues) {
    try {
      await saving.mutateAsync({ item, input: inputOfValues(values, zone, item) });
    } catch (error) {
      if (!(await merge(error))) refuse(error);
      return;
    }
    edits.forget();
    toast({ title: "Success", description: `${subject} ${offer ? "updated" : "created"} successfully` });
    onSaved();
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) setLeaving(true);
    showRefusal(
      form,
      error,
      (name) => fieldOfInput[name],
      `Failed to ${offer ? "update" : "create"} ${noun}`,
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
