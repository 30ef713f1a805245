import { extensionOf, fileTypeRefused, uploadTypes } from "#contract/files/accepted-files.ts";
import { UnsupportedType } from "#server/errors.ts";

/** The type that name and declaration agree on, before a byte is read. Throws 415 where they do not, or where it is none of ours. */
export function declaredType(fileName: string, mimeType: string): { extension: string; mimeType: string } {
  const extension = extensionOf(fileName);
  const types = Object.hasOwn(uploadTypes, extension) ? uploadTypes[extension] : undefined;
  const declared = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!types?.includes(declared)) throw UnsupportedType(fileTypeRefused);
  return { extension, mimeType: types[0] };
}
