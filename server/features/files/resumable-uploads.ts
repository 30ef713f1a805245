import { type Lock, MemoryLocker } from "@tus/server";
import { and, eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { uploads } from "#server/database/schema/files.ts";
import { HttpError, Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { finishUpload } from "./finish-upload.ts";
import { bytesInFolder, type IncomingBytes } from "./incoming-bytes.ts";
import { bytesInParts } from "./incoming-parts.ts";
import { makeRoom, temporaryFolder } from "./temporary-files.ts";
import { readCreation, requireTus } from "./tus-request.ts";
import { createTusServer } from "./tus-server.ts";
import {
  beginUpload,
  claimUpload,
  findUpload,
  releaseUpload,
  type Upload,
  whileAlive,
} from "./upload-rows.ts";

const expiryMs = 24 * 60 * 60 * 1000;
const stallMs = 30_000;
const claimTries = 20;

export type ResumableUploads = {
  create(ownerId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  append(ownerId: string, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  progress(ownerId: string, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  cancel(ownerId: string, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** What an upload became; examines and keeps one whose last bytes came shortly before a crash. Throws as `finishUpload` does. */
  finished(ownerId: string, id: string): Promise<Upload>;
};

/**
 * Uploads that survive a broken connection: tus 1.0. The bytes wait in the file store where it takes files in parts, and
 * else in the temporary folder; who owns an upload, who is writing and what became of it is in its row, so that several
 * processes agree.
 */
export function resumableUploads(services: Services): ResumableUploads {
  const locker = sharedLocker(services);
  const { parts } = services.files;
  const bytes = parts
    ? bytesInParts(services, parts, { expiryMs, receiverOf: locker.receiverOf })
    : bytesInFolder(temporaryFolder(services.config), expiryMs);
  const tus = createTusServer({
    datastore: bytes.datastore,
    locker,
    onFinish: async (id) => {
      await finish(services, bytes, id).catch((error: unknown) => {
        if (!(error instanceof HttpError)) services.log.error({ err: error }, "keeping an upload");
      });
    },
    // Before the answer: who hears that it is cancelled has its room back.
    onRemove: async (id) => {
      await services.db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.state, "RECEIVING")));
    },
  });

  /** Fastify has checked who asks and for what; from here tus speaks, with the headers that were set so far. */
  const handOver = async (id: string, request: FastifyRequest, reply: FastifyReply) => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    // A sender that falls silent gives its place up; it is no silence to wait for our answer.
    request.raw.setTimeout(stallMs, () => request.raw.destroy()).once("end", () => request.raw.setTimeout(0));
    try {
      await tus.handle(id, request.raw, reply.raw);
    } catch (error) {
      request.log.debug({ err: error, reqId: request.id }, "resumable upload cut off");
      reply.raw.destroy();
    }
  };
  const unfinished = async (ownerId: string, id: string) => {
    const upload = await findUpload(services.db, ownerId, id);
    if (!upload || upload.state !== "RECEIVING") throw NotFound();
    return upload;
  };

  return {
    async create(ownerId, request, reply) {
      requireTus(request);
      const asked = readCreation(request);
      await makeRoom(services.config, asked.sizeBytes);
      const upload = await beginUpload(services, { ownerId, ...asked, receiver: null });
      await handOver(upload.id, request, reply);
    },
    async append(ownerId, id, request, reply) {
      requireTus(request);
      await unfinished(ownerId, id);
      await handOver(id, request, reply);
    },
    async progress(ownerId, id, request, reply) {
      requireTus(request);
      const upload = await findUpload(services.db, ownerId, id);
      if (!upload) throw NotFound();
      const arrived = upload.state === "RECEIVING" ? await bytes.arrived(upload) : upload.sizeBytes;
      const complete = arrived === upload.sizeBytes || (arrived === undefined && upload.sha256 !== null);
      if (!complete) return handOver(id, request, reply);
      // Its bytes are examined or in the store by now, where tus does not look for them.
      const length = upload.sizeBytes;
      return reply
        .headers({ "tus-resumable": "1.0.0", "upload-offset": length, "upload-length": length })
        .code(200)
        .send();
    },
    async cancel(ownerId, id, request, reply) {
      requireTus(request);
      await unfinished(ownerId, id);
      await handOver(id, request, reply);
    },
    async finished(ownerId, id) {
      const upload = await findUpload(services.db, ownerId, id);
      if (!upload) throw NotFound();
      if (upload.state === "REJECTED") throw Invalid({ file: upload.refusal ?? "The file was refused" });
      if (upload.state === "STORED") return upload;
      return finish(services, bytes, id);
    },
  };
}

/** Examines and keeps an upload whose bytes are all there, unless another process is at it. */
async function finish(services: Services, bytes: IncomingBytes, id: string): Promise<Upload> {
  const upload = await claimPatiently(services, id, randomUUID());
  if (!upload) throw NotFound();
  const { receiver } = upload;
  const arrived = await bytes.arrived(upload);
  const complete = arrived === undefined ? upload.sha256 !== null : arrived === upload.sizeBytes;
  try {
    if (!complete) throw NotFound();
    const stored = await bytes.withFile(upload, (path) => finishUpload(services, upload, path));
    await bytes.forget(upload);
    return stored;
  } catch (error) {
    if (error instanceof HttpError && (error.status === 415 || error.status === 422)) {
      await services.db
        .update(uploads)
        .set({ state: "REJECTED", refusal: error.message, receiver: null, arrivedParts: null })
        .where(eq(uploads.id, id));
      // A store that is away for the moment has it swept away within the day.
      await Promise.allSettled([bytes.forget(upload), services.files.remove(upload.storageKey)]);
      throw Invalid({ file: error.message });
    }
    if (receiver) await releaseUpload(services, id, receiver);
    throw error;
  }
}

/** Waits two seconds at most for another writer to be done; undefined too where there is nothing left to write. */
async function claimPatiently(
  services: Services,
  id: string,
  receiver: string,
  signal?: AbortSignal,
): Promise<Upload | undefined> {
  for (let attempt = 1; ; attempt++) {
    const upload = await claimUpload(services, id, receiver);
    if (upload || attempt === claimTries || signal?.aborted) return upload;
    const [row] = await services.db.select({ state: uploads.state }).from(uploads).where(eq(uploads.id, id));
    if (row?.state !== "RECEIVING") return undefined;
    await delay(100);
  }
}

/** One writer for each upload: within this process the newer request takes over, other processes are asked through the row. */
function sharedLocker(services: Services): {
  newLock(id: string): Lock;
  /** Who holds the lock of an upload in this process. */
  receiverOf(id: string): string | undefined;
} {
  const local = new MemoryLocker();
  const receivers = new Map<string, string>();
  return {
    receiverOf: (id) => receivers.get(id),
    newLock(id) {
      const lock = local.newLock(id);
      const receiver = randomUUID();
      let stop: (() => void) | undefined;
      return {
        async lock(signal, cancel) {
          await lock.lock(signal, cancel);
          if (!(await claimPatiently(services, id, receiver, signal))) {
            await lock.unlock();
            throw { status_code: 423, body: "Another request is writing to this upload\n" };
          }
          receivers.set(id, receiver);
          const released = Promise.withResolvers<void>();
          stop = released.resolve;
          void whileAlive(services, id, receiver, () => released.promise);
        },
        async unlock() {
          stop?.();
          receivers.delete(id);
          await releaseUpload(services, id, receiver);
          await lock.unlock();
        },
      };
    },
  };
}
