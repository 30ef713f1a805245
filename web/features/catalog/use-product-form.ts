import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId, useState } from "react";
import { useForm, type FieldErrors } from "react-hook-form";
import { checkSlug } from "#contract/catalog.ts";
import { announceFile } from "#contract/downloads.ts";
import { ApiError, callApi, errorMessage, isUnauthorized } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { forgetProductDraft, keepProductDraft, readProductDraft } from "./product-draft.ts";
import { fieldOfInput, inputOfValues } from "./product-form-input.ts";
import { fileRequired, linkRequired, productFormSchema } from "./product-form-schema.ts";
import {
  isNewVersion,
  newProductValues,
  valuesOfProduct,
  type CheckedProduct,
  type MyProduct,
  type ProductFormValues,
} from "./product-form-values.ts";
import { useProductSaving } from "./use-product-changes.ts";

/** The product form: its values, its way to the server, and where what is wrong is shown. */
export function useProductForm(product: MyProduct | undefined, onSaved: (created?: MyProduct) => void) {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const { create, update } = useProductSaving();
  const [draft] = useState(() => readProductDraft(product?.id));
  useEffect(() => forgetProductDraft(product?.id), [product?.id]);
  const [slugFollows, setSlugFollows] = useState(!product && !draft?.slug);
  const form = useForm<ProductFormValues, unknown, CheckedProduct>({
    defaultValues: draft ?? (product ? valuesOfProduct(product) : newProductValues),
    resolver: zodResolver(productFormSchema),
    shouldFocusError: false,
  });

  const submit = form.handleSubmit(save, (errors) => {
    sayWhatIsMissing(errors);
    focusFirstProblem(formId);
  });

  async function save(values: CheckedProduct) {
    let created: MyProduct | undefined;
    try {
      const slug = slugFollows ? await nearestFreeSlug(values.slug) : values.slug;
      const body = inputOfValues({ ...values, slug }, product);
      if (product) await update.mutateAsync({ params: { id: product.id }, body });
      else created = await create.mutateAsync({ body });
    } catch (error) {
      refuse(error);
      return;
    }
    if (product && values.tellBuyers && isNewVersion(values, product)) await tellBuyers(product.id);
    else toast({ title: "Success", description: `Product ${product ? "updated" : "created"} successfully` });
    onSaved(created);
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) {
      keepProductDraft(product?.id, form.getValues());
      setLeaving(true);
    }
    const named = error instanceof ApiError && error.status !== 401 ? (error.body.fields ?? {}) : {};
    const shown = Object.entries(named).flatMap(([name, message]) => {
      const field = fieldOfInput[name];
      return field ? [{ field, message }] : [];
    });
    if (shown.length === 0) {
      reportFailure(error, `Failed to ${product ? "update" : "create"} product`);
      return;
    }
    for (const { field, message } of shown) form.setError(field, { message });
    focusFirstProblem(formId);
  }

  return {
    form,
    formId,
    submit,
    /** The slug is made from the title until it is typed. */
    slugFollows,
    setSlugFollows,
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: (form.formState.isDirty || draft !== undefined) && !leaving,
  };
}

/** The product is saved by then. Says how that and this went, in the one message there is room for. */
async function tellBuyers(productId: string): Promise<void> {
  try {
    const { recipients } = await callApi(announceFile, { params: { id: productId } });
    toast({
      title: "Success",
      description: `Product updated successfully. A mail about the new version goes to ${recipients.toLocaleString("en-US")} past ${recipients === 1 ? "buyer" : "buyers"}.`,
    });
  } catch (error) {
    reportFailure(error, `Product updated. ${errorMessage(error, "Past buyers could not be told")}.`);
  }
}

/** What nobody typed need not be refused because somebody else was quicker. */
async function nearestFreeSlug(slug: string) {
  const { suggestion } = await callApi(checkSlug, { querystring: { slug } });
  return suggestion ?? slug;
}

function sayWhatIsMissing({ file, externalUrl }: FieldErrors<ProductFormValues>) {
  const missing =
    file?.message === fileRequired
      ? { title: "File Required", description: fileRequired }
      : externalUrl?.message === linkRequired && { title: "URL Required", description: linkRequired };
  if (missing) toast({ ...missing, variant: "destructive" });
}

/** Puts the focus where the first message of the form is, as soon as it is on screen and can take it. */
function focusFirstProblem(formId: string, framesLeft = 60) {
  requestAnimationFrame(() => {
    const first = document
      .getElementById(formId)
      ?.querySelector<HTMLElement>(
        '[aria-invalid="true"], [data-invalid] input:not(:disabled), [data-invalid] button',
      );
    first?.focus({ preventScroll: true });
    if (first && document.activeElement === first) first.scrollIntoView({ block: "center" });
    else if (framesLeft > 0) focusFirstProblem(formId, framesLeft - 1);
  });
}
