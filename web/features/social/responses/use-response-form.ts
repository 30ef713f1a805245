import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { listKeywordResponses } from "#contract/keyword-responses.ts";
import { apiQuery, errorMessage, isUnauthorized } from "#web/api.ts";
import { showRefusal } from "#web/layout/show-refusal.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { toast } from "#web/ui/toast.ts";
import { responseFormSchema } from "./response-form-schema.ts";
import {
  fieldOfInput,
  inputOfValues,
  newResponseValues,
  type ResponseFormValues,
  valuesOfResponse,
} from "./response-form-values.ts";
import type { Response } from "./response-texts.ts";
import { useResponseSaving } from "./use-response-changes.ts";

/** The response form: its values, its way to the server, and where what is wrong is shown. */
export function useResponseForm(response: Response | undefined, firstAccountId: string, onSaved: () => void) {
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const { create, update } = useResponseSaving();
  const [defaultValues] = useState(() =>
    response ? valuesOfResponse(response) : newResponseValues(firstAccountId),
  );
  const form = useForm<ResponseFormValues>({ defaultValues, resolver: zodResolver(responseFormSchema) });
  const queryClient = useQueryClient();
  const { edits, item, merge } = useEdits({
    form,
    kind: "keyword response",
    opened: response,
    valuesOf: valuesOfResponse,
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...apiQuery(listKeywordResponses), staleTime: 0 })).find(
        (each) => each.id === id,
      ),
  });

  async function save(values: ResponseFormValues) {
    try {
      const body = inputOfValues(values);
      if (item)
        await update.mutateAsync({ params: { id: item.id }, body: { ...body, revision: item.revision } });
      else await create.mutateAsync({ body });
    } catch (error) {
      if (!(await merge(error))) refuse(error);
      return;
    }
    edits.forget();
    toast({
      title: "Success",
      description: `Keyword response ${response ? "updated" : "created"} successfully`,
    });
    onSaved();
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) setLeaving(true);
    showRefusal(
      form,
      error,
      fieldOfInput,
      errorMessage(error, `Failed to ${response ? "update" : "create"} keyword response`),
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
