import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { checkKey, type FileParts } from "./file-store.ts";
import { isAbsent, refused } from "./s3-refusals.ts";

/** Uploads in parts, which any process can go on with: S3 keeps them until they are completed or aborted. */
export function s3Parts(client: S3Client, bucket: string): FileParts {
  const at = (key: string) => {
    checkKey(key);
    return { Bucket: bucket, Key: key };
  };
  return {
    minimumBytes: 5 * 1024 * 1024,
    // One is in memory for each piece that is being received; a browser's piece is two.
    partBytes: 8 * 1024 * 1024,
    maximumNumber: 10_000,
    async begin(key, contentType) {
      const { UploadId } = await client
        .send(new CreateMultipartUploadCommand({ ...at(key), ContentType: contentType }))
        .catch(refused);
      if (!UploadId) throw new Error("The store began an upload without a name");
      return UploadId;
    },
    async put(key, upload, number, data) {
      const { ETag } = await client
        .send(new UploadPartCommand({ ...at(key), UploadId: upload, PartNumber: number, Body: data }))
        .catch(refused);
      if (!ETag) throw new Error("The store took a part without a tag");
      return ETag;
    },
    async complete(key, upload, parts) {
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
      await client
        .send(
          new CompleteMultipartUploadCommand({ ...at(key), UploadId: upload, MultipartUpload: { Parts } }),
        )
        .catch(refused);
    },
    async abort(key, upload) {
      await client
        .send(new AbortMultipartUploadCommand({ ...at(key), UploadId: upload }))
        .catch((error: unknown) => {
          if (!isAbsent(error)) refused(error);
        });
    },
    async *list(prefix) {
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (from) {
        const page: ListMultipartUploadsCommandOutput = await client
          .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...from }))
          .catch(refused);
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Key !== undefined && UploadId !== undefined && Initiated)
            yield { key: Key, upload: UploadId, begunAt: Initiated };
        from = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    },
  };
}
