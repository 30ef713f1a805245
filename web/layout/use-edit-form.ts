import { zodResolver } from "@hookform/resolvers/zod";
import { type QueryClient, type QueryFunction, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { errorMessage, isUnauthorized } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { showFieldErrors } from "./show-field-errors.ts";
import { useEdits } from "./use-edits.ts";

type Edited = { id: string; revision: number };

type EditForm<Values extends FieldValues, Item extends Edited> = {
  /** What is edited, as messages call it: "Coupon". */
  subject: string;
  /** Drafts are kept under it: the subject, where there is only one list of them. */
  draftName?: string;
  /** The row to edit; undefined for a new one. */
  opened: Item | undefined;
  newValues: () => Values;
  valuesOf: (item: Item) => Values;
  schema: z.ZodType<Values, Values>;
  /** The row as it is now; undefined where it is gone. */
  load: (item: Item, queryClient: QueryClient) => Promise<Item | undefined>;
  /** Writes a new row where there is none, else changes of this one, which its revision names. */
  save: (values: Values, item: Item | undefined) => Promise<unknown>;
  /** What saving these values would bring that may not be meant: asked before, where the saved row does not do it already. */
  consequenceOf?: (values: Values) => string | undefined;
  /** Where the server's word about a field of its own stands in the form. */
  fieldOf: (name: string, values: Values) => FieldPath<Values> | undefined;
  /** A refusal without a field is told in the server's words. */
  tellsReason?: boolean;
  /** Reads again whatever shows the row. */
  refresh: () => Promise<unknown>;
  onSaved: () => void;
};

/** Asked before something is saved: what it would do, and where the answer goes. */
export type SaveQuestion = { consequence: string; answer: (save: boolean) => void };

/**
 * A form that makes a row or changes one: its values, its way to the server, and where what is wrong is shown. What is typed
 * outlives a reload, and is put together with what another tab has saved meanwhile.
 */
export function useEditForm<Values extends FieldValues, Item extends Edited>({
  subject,
  draftName = subject.toLowerCase(),
  opened,
  newValues,
  valuesOf,
  schema,
  load,
  save,
  consequenceOf,
  fieldOf,
  tellsReason = false,
  refresh,
  onSaved,
}: EditForm<Values, Item>) {
  const formId = useId();
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const [question, setQuestion] = useState<SaveQuestion>();
  const [defaultValues] = useState(() => (opened ? valuesOf(opened) : newValues()));
  const resolver = useMemo(() => zodResolver(schema), [schema]);
  const form = useForm<Values, unknown, Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver,
  });
  const { edits, item, merge } = useEdits({
    form,
    kind: draftName,
    opened,
    valuesOf,
    load: (item) => load(item, queryClient),
  });

  /** Whether to save after all. */
  async function isMeant(values: Values): Promise<boolean> {
    const consequence = consequenceOf?.(values);
    if (consequence === undefined || (item && consequenceOf?.(valuesOf(item)) === consequence)) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ consequence, answer: resolve });
    return promise.finally(() => setQuestion(undefined));
  }

  const submit = form.handleSubmit(async (values) => {
    if (!(await isMeant(values))) return;
    try {
      await save(values, item);
      await refresh();
    } catch (error) {
      if (!(await merge(error))) refuse(error, values);
      return;
    }
    edits.clearDraft();
    toast({ title: "Success", description: `${subject} ${opened ? "updated" : "created"} successfully` });
    onSaved();
  });

  function refuse(error: unknown, values: Values) {
    if (isUnauthorized(error)) setLeaving(true);
    const failed = `Failed to ${opened ? "update" : "create"} ${subject.toLowerCase()}`;
    const text = tellsReason ? errorMessage(error, failed) : failed;
    showFieldErrors(form, error, (name) => fieldOf(name, values), text);
  }

  return {
    form,
    formId,
    edits,
    submit,
    question,
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: edits.isUnsaved && !leaving,
  };
}

type ListQuery<Item, Key extends QueryKey> = { queryKey: Key; queryFn?: QueryFunction<Item[], Key> };

/** For `load`: looks for the row in its list, which is read anew. */
export const fromList =
  <Item extends Edited, Key extends QueryKey>({ queryKey, queryFn }: ListQuery<Item, Key>) =>
  async ({ id }: Item, queryClient: QueryClient): Promise<Item | undefined> => {
    const list = await queryClient.fetchQuery({ queryKey, ...(queryFn && { queryFn }), staleTime: 0 });
    return list.find((each) => each.id === id);
  };
