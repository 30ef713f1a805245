import { z } from "zod";
import * as contract from "#contract/files/files.ts";
import * as media from "#contract/files/text-media.ts";
import { writeFromDesk } from "#server/database/desk-reads.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { streamed, withStreamedBodies } from "#server/http/streamed-bodies.ts";
import type { Services } from "#server/services.ts";
import { receiveImage, sendImage } from "./images.ts";
import { receiveUpload } from "./receive-upload.ts";
import { resumableUploads } from "./resumable-uploads.ts";
import { readTextPicture } from "./text-pictures.ts";
import { readOwnVideo } from "./text-videos.ts";
import { listVideoCaptions, saveVideoCaptions } from "./video-captions.ts";
import { uploadedFileOf } from "./upload-rows.ts";

/** A captions file of 2 MB, of which each sign may be written out. */
const captionsBytes = 4_000_000;

/** Uploads of files and pictures, and the pictures themselves. */
export async function fileRoutes(app: App, services: Services): Promise<void> {
  const resumable = resumableUploads(services);

  app.route({
    ...contract.getUploadedFile,
    // Asking for an upload whose last answer got lost is what ends it.
    handler: (request) =>
      writeFromDesk(async () =>
        uploadedFileOf(await resumable.finished(creatorOf(request), request.params.id)),
      ),
  });
  app.route({
    ...media.readTextPicture,
    handler: (request, reply) => readTextPicture(services, reply, creatorOf(request), request.params.imageId),
  });
  app.route({
    ...media.readTextVideo,
    handler: (request, reply) =>
      readOwnVideo(services, request, reply, {
        creatorId: creatorOf(request),
        uploadId: request.params.uploadId,
      }),
  });
  app.route({
    ...media.listVideoCaptions,
    handler: (request) => listVideoCaptions(services, creatorOf(request), request.params.uploadId),
  });
  app.route({
    ...media.saveVideoCaptions,
    bodyLimit: captionsBytes,
    handler: (request) =>
      saveVideoCaptions(services, creatorOf(request), { ...request.params, ...request.body }),
  });
  app.get(
    "/images/:id/:file",
    { schema: { hide: true, params: z.object({ id: z.string(), file: z.string() }) } },
    (request, reply) => sendImage(services, request.params.id, request.params.file, request, reply),
  );

  await withStreamedBodies(app, (scope) => {
    scope.route({
      ...streamed(contract.uploadDigitalFile),
      handler: (request) => receiveUpload(services, { ownerId: creatorOf(request) }, request),
    });
    scope.route({
      ...streamed(contract.uploadImage),
      handler: async (request, reply) =>
        reply.code(201).send(await receiveImage(services, creatorOf(request), request.query.kind, request)),
    });
    scope.route({
      ...streamed(media.uploadTextPicture),
      handler: async (request, reply) => {
        const { id, picture } = await receiveImage(services, creatorOf(request), "text", request);
        return reply.code(201).send({ imageId: id, width: picture.width, height: picture.height });
      },
    });
    scope.route({
      ...streamed(contract.createResumableUpload),
      handler: (request, reply) => resumable.create(creatorOf(request), request, reply),
    });
    scope.route({
      ...streamed(contract.appendResumableUpload),
      handler: (request, reply) => resumable.append(creatorOf(request), request.params.id, request, reply),
    });
    scope.route({
      ...contract.getResumableUpload,
      // Whoever asks for it takes the upload's lock for a moment.
      handler: (request, reply) =>
        writeFromDesk(() => resumable.progress(creatorOf(request), request.params.id, request, reply)),
    });
    scope.route({
      ...contract.cancelResumableUpload,
      handler: (request, reply) => resumable.cancel(creatorOf(request), request.params.id, request, reply),
    });
  });
}
