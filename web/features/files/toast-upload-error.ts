import { fileTooLarge, fileTypeRefused, type UploadField } from "#contract/files/accepted-files.ts";
import { ApiError, isUnauthorized } from "#web/api.ts";
import { sendToSignIn } from "#web/layout/current-user.ts";
import { toast } from "#web/ui/toast.ts";
import { invalidType, tooLarge } from "#web/layout/choose-file.ts";

/** Says why an upload failed: in the server's words where it gave a reason, and nothing where it was stopped on purpose. */
export function toastUploadError(error: unknown, field: UploadField): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (isUnauthorized(error)) return sendToSignIn();
  toast(messageOf(error, field));
}

function messageOf(error: unknown, field: UploadField) {
  const { status = 0, body = {} } = error instanceof ApiError ? error : {};
  if (body.message === fileTooLarge) return tooLarge;
  if (status === 415 || body.message === fileTypeRefused) return invalidType(field);
  const reason =
    status >= 400 && (status < 500 || status === 507) && status !== 404 ? body.message : undefined;
  return {
    title: "Upload failed",
    description: reason ?? "Failed to upload file. Please try again.",
    variant: "destructive" as const,
  };
}
