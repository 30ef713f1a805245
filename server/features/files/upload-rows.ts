import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { UploadedFile } from "#contract/files/files.ts";
import { maxUploadBytes } from "#contract/files/accepted-files.ts";
import { type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { uploads } from "#server/database/schema/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { originalNameOf, safeFileName } from "./safe-file-name.ts";
import { requireRoom } from "./storage-room.ts";

export type Upload = typeof uploads.$inferSelect;

const maxParallel = 2;
/** A writer that has not been heard of for so long is gone. */
export const writerGoneMs = 60_000;

const tooManyAtOnce = () =>
  new HttpError(
    429,
    "TOO_MANY_UPLOADS",
    "Two uploads can run at the same time. Please wait for one to finish.",
    { retryAfterSeconds: 30 },
  );

/**
 * Reserves room for a file before its body is read, and one of two uploads at once for each creator and each buyer, counted
 * across all processes. With a `receiver` the upload is being written from now on. Throws 413 where there is no room, 429 for a third.
 */
export async function beginUpload(
  services: Services,
  upload: {
    ownerId: string;
    /** The buyer who hands it in. */
    customerId?: string;
    fileName: string;
    mimeType: string;
    sizeBytes: number;
    receiver: string | null;
  },
): Promise<Upload> {
  return inTransaction(services.pool, async (client) => {
    const tx = dbOn(client);
    const { ownerId, customerId = null } = upload;
    await requireRoom(services, client, ownerId, upload.sizeBytes, customerId);
    const now = services.clock.now();
    const running = await tx.$count(
      uploads,
      and(
        eq(uploads.ownerId, ownerId),
        customerId === null ? isNull(uploads.customerId) : eq(uploads.customerId, customerId),
        ne(uploads.state, "REJECTED"),
        isNotNull(uploads.receiver),
        gt(uploads.seenAt, new Date(now.getTime() - writerGoneMs)),
      ),
    );
    if (running >= maxParallel) throw tooManyAtOnce();
    const id = randomUUID();
    const [row] = await tx
      .insert(uploads)
      .values({
        id,
        ownerId,
        customerId,
        storageKey: storageKeyOf(ownerId, id),
        originalName: originalNameOf(upload.fileName),
        mimeType: upload.mimeType,
        sizeBytes: Math.min(upload.sizeBytes, maxUploadBytes),
        receiver: upload.receiver,
        seenAt: now,
        createdAt: now,
      })
      .returning();
    if (!row) throw new Error("the upload was not written");
    return row;
  });
}

/** Makes `receiver` the one writer of an unfinished upload; undefined while another is at it, or when it is finished. */
export async function claimUpload(
  { db, clock }: Services,
  id: string,
  receiver: string,
): Promise<Upload | undefined> {
  const now = clock.now();
  const [row] = await db
    .update(uploads)
    .set({ receiver, seenAt: now })
    .where(
      and(
        eq(uploads.id, id),
        eq(uploads.state, "RECEIVING"),
        sql`(${uploads.receiver} is null or ${uploads.receiver} = ${receiver} or ${uploads.seenAt} < ${new Date(now.getTime() - writerGoneMs)})`,
      ),
    )
    .returning();
  return row;
}

export async function releaseUpload({ db, clock }: Services, id: string, receiver: string): Promise<void> {
  await db
    .update(uploads)
    .set({ receiver: null, seenAt: clock.now() })
    .where(and(eq(uploads.id, id), eq(uploads.receiver, receiver)));
}

/** Runs `work` and says every 20 s that the writer is still there. */
export async function whileAlive<T>(
  { db, clock, log }: Services,
  id: string,
  receiver: string,
  work: () => Promise<T>,
): Promise<T> {
  const beat = setInterval(() => {
    db.update(uploads)
      .set({ seenAt: clock.now() })
      .where(and(eq(uploads.id, id), eq(uploads.receiver, receiver)))
      .catch((error: unknown) => log.warn({ err: error }, "upload heartbeat"));
  }, writerGoneMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** An upload of this creator's; undefined for foreign and unknown ones, and for what buyers handed in. */
export async function findUpload(db: Db, ownerId: string, id: string): Promise<Upload | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId), isNull(uploads.customerId)));
  return row;
}

/** A stored upload of this creator's, by what the API calls its `storagePath`; undefined for every other. */
export async function findStoredUpload(
  db: Db,
  ownerId: string,
  storagePath: string,
): Promise<Upload | undefined> {
  const row = await findUpload(db, ownerId, storagePath);
  return row?.state === "STORED" ? row : undefined;
}

export const uploadedFileOf = (upload: Upload): UploadedFile => ({
  success: true,
  fileName: safeFileName(upload.originalName),
  size: upload.sizeBytes,
  mimeType: upload.mimeType,
  storagePath: upload.id,
  originalName: upload.originalName,
});

export const storageKeyOf = (ownerId: string, id: string): string => `uploads/${ownerId}/${id}`;
