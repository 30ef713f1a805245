import { useCallback, useState } from "react";
import { FormProvider } from "react-hook-form";
import { EditDialog } from "#web/layout/edit-dialog.tsx";
import { PostFields, type MembershipChoice } from "./post-fields.tsx";
import type { MyPost } from "./post-form-values.ts";
import type { PostUploads } from "./post-uploads.ts";
import { usePostForm } from "./use-post-form.ts";

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
  const { form, formId, edits, submit, isSaving, isUnsaved } = usePostForm(productId, post, () =>
    onClose({ saved: true }),
  );
  const [uploading, setUploading] = useState({ image: false, file: false });
  const follow = useCallback(
    (upload: "image" | "file", busy: boolean) => setUploading((before) => ({ ...before, [upload]: busy })),
    [],
  );
  const isUploading = uploading.image || uploading.file;
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
