import {
  extensionOf,
  fileTooLarge,
  fileTypeRefused,
  maxUploadBytes,
  uploadTypes,
} from "#contract/files/accepted-files.ts";
import type { ToastMessage } from "#web/ui/toast.ts";

export const tooLarge: ToastMessage = {
  title: "File too large",
  description: fileTooLarge,
  variant: "destructive",
};
export const invalidType: ToastMessage = {
  title: "Invalid file type",
  description: fileTypeRefused,
  variant: "destructive",
};

/**
 * What is wrong with a chosen file, or the same file under the type that its name stands for: browsers declare what
 * their system knows, which is often nothing.
 */
export function checkChosenFile(file: File): { problem: ToastMessage } | { file: File } {
  const extension = extensionOf(file.name);
  const types = Object.hasOwn(uploadTypes, extension) ? uploadTypes[extension] : undefined;
  if (!types || (file.type !== "" && !types.includes(file.type))) return { problem: invalidType };
  if (file.size > maxUploadBytes) return { problem: tooLarge };
  if (file.type === types[0]) return { file };
  return { file: new File([file], file.name, { type: types[0], lastModified: file.lastModified }) };
}

/** For `<input accept>`: every extension on offer, or those of one sort. */
export const acceptedExtensions = (sort?: "video") =>
  Object.entries(uploadTypes)
    .filter(([, [type]]) => !sort || type.startsWith(`${sort}/`))
    .map(([extension]) => `.${extension}`)
    .join(",");
