import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm, type FieldErrors } from "react-hook-form";
import { createProduct, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { checkSlug } from "#contract/catalog/product-actions.ts";
import { missingText } from "#contract/catalog/missing-for-sale.ts";
import { announceFile } from "#contract/downloads/downloads.ts";
import { ApiError, apiQuery, callApi, errorMessage, isUnauthorized } from "#web/api.ts";
import { defaultRefund } from "#web/layout/refund-policy.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { useZone } from "#web/ui/dates.ts";
import { toast } from "#web/ui/toast.ts";
import { announcePrices } from "./announce-prices.ts";
import { fieldOfInput, inputOfValues } from "./product-form-input.ts";
import { productFormSchema } from "./product-form-schema.ts";
import {
  isNewVersion,
  newProductValues,
  valuesOfProduct,
  type CheckedProduct,
  type MyProduct,
  type ProductFormValues,
} from "./product-form-values.ts";
import { usualTimes } from "./usual-times.ts";
import { useProductRefresh } from "./use-product-changes.ts";

/** The product form: its values, its way to the server, and where what is wrong is shown. */
export function useProductForm(
  product: MyProduct | undefined,
  isFirst: boolean,
  onSaved: (created?: MyProduct) => void,
) {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  /** What the creator's plan has no room for. */
  const [limit, setLimit] = useState<string>();
  const refresh = useProductRefresh();
  const zone = useZone();
  const form = useForm<ProductFormValues, unknown, CheckedProduct>({
    defaultValues: product
      ? valuesOfProduct(product, zone)
      : {
          ...newProductValues,
          eventZone: zone,
          opensZone: zone,
          sessionTimes: usualTimes(zone),
          refund: isFirst ? defaultRefund : null,
        },
    resolver: zodResolver(productFormSchema),
    shouldFocusError: false,
  });
  const queryClient = useQueryClient();
  const { edits, item, merge } = useEdits({
    form,
    // A name of its own where values gain a field: what an earlier build has kept in the tab lacks it.
    kind: "product-follows",
    opened: product,
    valuesOf: (known) => valuesOfProduct(known, zone),
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...apiQuery(listMyProducts), staleTime: 0 })).find(
        (each) => each.id === id,
      ),
  });
  /** The slug is taken now, by this very product: nobody is told so, and none is looked for in its place. */
  const [isSaved, setSaved] = useState(false);

  const submit = form.handleSubmit(save, (errors) => {
    toastMissingFile(errors);
    focusFirstProblem(formId);
  });

  async function save(values: CheckedProduct) {
    let created: MyProduct | undefined;
    setLimit(undefined);
    try {
      created = await withFreeSlug(values, item, async (slug) => {
        const body = inputOfValues({ ...values, slug }, item);
        if (!item) return callApi(createProduct, { body });
        await callApi(updateProduct, { params: { id: item.id }, body: { ...body, revision: item.revision } });
        return undefined;
      });
      setSaved(true);
      await refresh();
    } catch (error) {
      if (!(await merge(error))) refuse(error);
      return;
    }
    edits.clearDraft();
    if (item && values.notifyBuyers && isNewVersion(values, item)) await notifyBuyers(item.id);
    else if (!item || !(await announcePrices(item.id, { ...values, price: form.getValues("price") })))
      toast({ title: "Success", description: `Product ${product ? "updated" : "created"} successfully` });
    onSaved(created);
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) setLeaving(true);
    const named = error instanceof ApiError && error.status !== 401 ? (error.body.fields ?? {}) : {};
    const shown = Object.entries(named).flatMap(([name, message]) => {
      const field = fieldOfInput[name];
      return field ? [{ field, message }] : [];
    });
    if (error instanceof ApiError && error.body.code === "PLAN_LIMIT") {
      setLimit(error.body.message);
      return;
    }
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
    edits,
    limit,
    submit,
    isSaved,
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in, or to a plan: the tab keeps it. */
    isUnsaved: edits.isUnsaved && !leaving,
    leave: () => setLeaving(true),
  };
}

/** The product is saved by then. Says how that and this went, in the one message there is room for. */
async function notifyBuyers(productId: string): Promise<void> {
  try {
    const { recipients } = await callApi(announceFile, { params: { id: productId } });
    toast({
      title: "Success",
      description: `Product updated successfully. A mail about the new version goes to ${toldText(recipients)}.`,
    });
  } catch (error) {
    reportFailure(error, `Product updated. ${errorMessage(error, "Past buyers could not be told")}.`);
  }
}

const toldText = (recipients: number | null): string =>
  recipients === null
    ? "past buyers"
    : `${recipients.toLocaleString("en-US")} past ${recipients === 1 ? "buyer" : "buyers"}`;

const mostTries = 3;

/** What nobody typed need not be refused because another tab or a colleague was quicker. */
async function withFreeSlug<Saved>(
  { title, slug, slugFollows }: CheckedProduct,
  item: MyProduct | undefined,
  save: (slug: string) => Promise<Saved>,
): Promise<Saved> {
  if (!slugFollows || title === item?.title) return save(slug);
  const querystring = { slug: title, ...(item && { productId: item.id }) };
  for (let tries = 1; ; tries++) {
    const { suggestion } = await callApi(checkSlug, { querystring });
    try {
      return await save(suggestion ?? title);
    } catch (error) {
      const isTaken = error instanceof ApiError && error.body.fields?.["slug"] !== undefined;
      if (!isTaken || tries === mostTries) throw error;
    }
  }
}

function toastMissingFile({ file, externalUrl }: FieldErrors<ProductFormValues>) {
  const missing =
    file?.message === missingText.file
      ? { title: "File Required", description: missingText.file }
      : externalUrl?.message === missingText.link && { title: "URL Required", description: missingText.link };
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
