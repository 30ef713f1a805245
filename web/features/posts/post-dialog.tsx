import { useCallback, useState } from "react";
import { FormProvider } from "react-hook-form";
import { createPost, getPost, updatePost } from "#contract/posts/posts.ts";
import { callApi } from "#web/api.ts";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { useEditForm } from "#web/layout/use-edit-form.ts";
import { useZone } from "#web/ui/dates.ts";
import { PostFields, type MembershipChoice } from "./post-fields.tsx";
import {
  fieldOfInput,
  inputOfValues,
  type MyPost,
  newPostValues,
  postFormSchema,
  valuesOfPost,
} from "./post-form-values.ts";
import type { PostUploads } from "./post-uploads.ts";
import { usePostRefresh } from "./use-post-changes.ts";

type PostDialogProps = {
  open: boolean;
  /** The post to edit; undefined for a new one. */
  post: MyPost | undefined;
  /** The membership whose posts are listed. */
  productId: string;
  memberships: readonly MembershipChoice[];
  uploads: PostUploads;
  /** Leaves the dialog's address; `saved` when nothing can be lost by it. */
  onClose: (how: { saved: boolean }) => void;
};

/** Writes a post or changes one. Whatever would lose what was typed asks first. */
export function PostDialog({ open, post, productId, memberships, uploads, onClose }: PostDialogProps) {
  const zone = useZone();
  const [openedAt] = useState(() => new Date());
  const { form, formId, edits, submit, isSaving, isUnsaved } = useEditForm({
    subject: "Post",
    // Another name than while texts were Markdown: what a tab kept of one is no document.
    draftName: `rich post of ${productId}`,
    opened: post,
    newValues: () => newPostValues(productId),
    valuesOf: (each) => valuesOfPost(each, openedAt, zone),
    schema: postFormSchema,
    load: ({ id }) => callApi(getPost, { params: { id } }),
    save: (values, item) => {
      const body = inputOfValues(values, item, openedAt, zone);
      return item
        ? callApi(updatePost, { params: { id: item.id }, body: { ...body, revision: item.revision } })
        : callApi(createPost, { body });
    },
    fieldOf: fieldOfInput,
    refresh: usePostRefresh(),
    onSaved: () => onClose({ saved: true }),
  });
  const [uploading, setUploading] = useState({ image: false, file: false, text: false });
  const follow = useCallback(
    (upload: "image" | "file" | "text", busy: boolean) =>
      setUploading((before) => ({ ...before, [upload]: busy })),
    [],
  );
  const isUploading = uploading.image || uploading.file || uploading.text;
  return (
    <FormProvider {...form}>
      <EditDialog
        open={open}
        title={post ? "Edit Post" : "Write a Post"}
        size="lg"
        formId={formId}
        submitLabel={isUploading ? "Uploading…" : post ? "Save Changes" : "Create Post"}
        isSaving={isSaving}
        edits={edits}
        isUnsaved={isUnsaved || isUploading}
        isDisabled={isUploading}
        onClose={onClose}
      >
        <form id={formId} onSubmit={submit} noValidate>
          <PostFields post={post} memberships={memberships} uploads={uploads} onUploading={follow} />
        </form>
      </EditDialog>
    </FormProvider>
  );
}
