import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { getPost } from "#contract/posts.ts";
import { callApi, isUnauthorized } from "#web/api.ts";
import { showRefusal } from "#web/layout/show-refusal.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { useZone } from "#web/ui/dates.ts";
import { toast } from "#web/ui/toast.ts";
import {
  fieldOfInput,
  inputOfValues,
  type MyPost,
  newPostValues,
  type PostFormValues,
  postFormSchema,
  valuesOfPost,
} from "./post-form-values.ts";
import { usePostSaving } from "./use-post-changes.ts";

/** The post form: its values, its way to the server, and where what is wrong is shown. */
export function usePostForm(productId: string, post: MyPost | undefined, onSaved: () => void) {
  const formId = useId();
  const zone = useZone();
  const [leaving, setLeaving] = useState(false);
  const { create, update } = usePostSaving();
  const [openedAt] = useState(() => new Date());
  const form = useForm<PostFormValues>({
    defaultValues: post ? valuesOfPost(post, openedAt, zone) : newPostValues(productId),
    resolver: zodResolver(postFormSchema),
  });
  const { edits, item, merge } = useEdits({
    form,
    kind: `post of ${productId}`,
    opened: post,
    valuesOf: (each: MyPost) => valuesOfPost(each, openedAt, zone),
    load: ({ id }) => callApi(getPost, { params: { id } }),
  });

  async function save(values: PostFormValues) {
    try {
      const body = inputOfValues(values, item, openedAt, zone);
      if (item)
        await update.mutateAsync({ params: { id: item.id }, body: { ...body, revision: item.revision } });
      else await create.mutateAsync({ body });
    } catch (error) {
      if (await merge(error)) return;
      if (isUnauthorized(error)) setLeaving(true);
      showRefusal(form, error, fieldOfInput, `Failed to ${post ? "update" : "create"} post`);
      return;
    }
    edits.forget();
    toast({ title: "Success", description: `Post ${post ? "updated" : "created"} successfully` });
    onSaved();
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
