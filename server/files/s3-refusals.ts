import { S3ServiceException } from "@aws-sdk/client-s3";
import { NotFound, Unavailable } from "#server/errors.ts";

/** Whether the store says that there is no such object, or no such upload in parts. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === "NoSuchKey" || error.name === "NotFound" || error.$metadata.httpStatusCode === 404);

/** A missing file is `NotFound`; whatever else the store does leaves the caller free to try again. */
export function refused(error: unknown): never {
  if (isAbsent(error)) throw NotFound();
  throw Object.assign(Unavailable("The file storage is not available. Please try again."), { cause: error });
}
