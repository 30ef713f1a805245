import {
  fileTooLarge,
  isAccepted,
  isUploadExtension,
  maxUploadBytes,
  typeRefusedBy,
  type UploadField,
  uploadTypes,
} from "#contract/files/accepted-files.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import type { ToastMessage } from "#web/ui/toast.ts";

export const tooLarge: ToastMessage = {
  title: "File too large",
  description: fileTooLarge,
  variant: "destructive",
};
export const invalidType = (field: UploadField): ToastMessage => ({
  title: "Invalid file type",
  description: typeRefusedBy(field),
  variant: "destructive",
});

/**
 * What is wrong with a file chosen in a field, or the same file under the type that its name stands for: a browser only
 * repeats what its system calls that name, which is often nothing. The server looks at the content.
 */
export function checkChosenFile(file: File, field: UploadField): { problem: ToastMessage } | { file: File } {
  const extension = extensionOf(file.name);
  if (!isUploadExtension(extension) || !isAccepted(extension, field)) return { problem: invalidType(field) };
  if (file.size > maxUploadBytes) return { problem: tooLarge };
  const type = uploadTypes[extension];
  if (file.type === type) return { file };
  return { file: new File([file], file.name, { type, lastModified: file.lastModified }) };
}
