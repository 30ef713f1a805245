import { and, eq, inArray, isNotNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { images } from "#server/database/schema/accounts.ts";
import { brokenConstraint } from "#server/database/client.ts";
import { uploads } from "#server/database/schema/files.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { temporaryFolder } from "./temporary-files.ts";
import { restPrefix } from "./write-parts.ts";

const day = 86_400_000;
const unusedDays = 30;
/** One run stays far below a job's time; the next takes the rest. */
const maxRows = 200;
const batchKeys = 500;

/**
 * Removes what nobody can use any more: uploads that did not end within a day and the parts that came of them, temporary
 * and stored files without a row, and files that no product, lesson, post or delivery has used for 30 days, nor any piece of work for one.
 */
export async function sweepFiles(services: Services): Promise<void> {
  const now = services.clock.now().getTime();
  const dayAgo = new Date(now - day);
  await removeUnfinished(services, dayAgo);
  const longAgo = new Date(now - unusedDays * day);
  await removeUnusedUploads(services, longAgo, dayAgo);
  await removeUnusedImages(services, longAgo);
  await removeTemporary(services, dayAgo);
  await removeWithoutRow(
    services,
    dayAgo,
    "uploads/",
    (key) => key.split("/")[2],
    async (ids) =>
      (await services.db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids))).map(
        ({ id }) => id,
      ),
  );
  for (const folder of ["images/", "textpictures/"])
    await removeWithoutRow(
      services,
      dayAgo,
      folder,
      (key) => key.split("/")[1],
      async (ids) =>
        (await services.db.select({ id: images.id }).from(images).where(inArray(images.id, ids))).map(
          ({ id }) => id,
        ),
    );
  await removeUnfinishedParts(services, dayAgo);
}

/** Of uploads in parts that are over, and what a killed process had begun to send: whoever keeps them is paid for them. */
async function removeUnfinishedParts({ db, files }: Services, before: Date): Promise<void> {
  const { parts } = files;
  if (!parts) return;
  const receiving = async (ids: string[]) =>
    (
      await db
        .select({ id: uploads.id })
        .from(uploads)
        .where(and(inArray(uploads.id, ids), eq(uploads.state, "RECEIVING")))
    ).map(({ id }) => id);
  await removeWithoutRow({ files }, before, restPrefix, (key) => key.split("/")[1], receiving);
  for await (const { key, upload, begunAt } of parts.list("uploads/")) {
    const id = key.split("/")[2];
    if (begunAt >= before || !id || !isUuid(id)) continue;
    if ((await receiving([id])).length === 0) await parts.abort(key, upload);
  }
}

/** tus counts a day from the beginning, so a row that has been quiet for a day is over. */
async function removeUnfinished({ db, files }: Services, before: Date): Promise<void> {
  const gone = await db
    .delete(uploads)
    .where(and(ne(uploads.state, "STORED"), lt(uploads.seenAt, before)))
    .returning({ storageKey: uploads.storageKey });
  for (const { storageKey } of gone) await files.remove(storageKey);
}

/** What a buyer sent is attached at once, or never. */
async function removeUnusedUploads(services: Services, before: Date, buyersBefore: Date): Promise<void> {
  const { db } = services;
  const unused = await db
    .select({ id: uploads.id, storageKey: uploads.storageKey })
    .from(uploads)
    .where(
      and(
        eq(uploads.state, "STORED"),
        or(
          lt(uploads.storedAt, before),
          and(isNotNull(uploads.customerId), lt(uploads.storedAt, buyersBefore)),
        ),
        sql`not exists (select from products where digital_file_id = ${uploads.id})`,
        sql`not exists (select from lessons where video_upload_id = ${uploads.id})`,
        sql`not exists (select from text_videos where upload_id = ${uploads.id})`,
        sql`not exists (select from lesson_attachments where upload_id = ${uploads.id})`,
        sql`not exists (select from posts where attachment_id = ${uploads.id})`,
        sql`not exists (select from assignment_files where upload_id = ${uploads.id})`,
        sql`not exists (select from work_files where upload_id = ${uploads.id})`,
        sql`not ${canComeBackWith(sql`${uploads.id}`)}`,
      ),
    )
    .limit(maxRows);
  for (const { id, storageKey } of unused)
    await removeUnlessUsed(services, () => db.delete(uploads).where(eq(uploads.id, id)), [storageKey]);
}

/** Covers and portraits stay: mails and other sites show them by their address. */
async function removeUnusedImages(services: Services, before: Date): Promise<void> {
  const { db } = services;
  const unused = await db
    .select({ id: images.id, variants: images.variants })
    .from(images)
    .where(
      and(
        inArray(images.kind, ["poster", "post", "text"]),
        lt(images.createdAt, before),
        sql`not exists (select from lessons where poster_image_id = ${images.id})`,
        sql`not exists (select from lesson_captions where poster_image_id = ${images.id})`,
        sql`not exists (select from posts where image_id = ${images.id})`,
        sql`not exists (select from text_videos where poster_image_id = ${images.id})`,
        sql`not exists (select from lesson_pictures where image_id = ${images.id})`,
        sql`not exists (select from post_pictures where image_id = ${images.id})`,
        sql`not ${shownByDesign(sql`${images.id}`, sql`${images.ownerId}`)}`,
        sql`not ${canComeBackWith(sql`${images.id}`)}`,
      ),
    )
    .limit(maxRows);
  for (const { id, variants } of unused) {
    const keys = variants.map(({ storageKey }) => storageKey);
    await removeUnlessUsed(services, () => db.delete(images).where(eq(images.id, id)), keys);
  }
}

/** Whether a creator's page shows a picture, or did in a version that can be taken back. */
const shownByDesign = (image: SQL, owner: SQL): SQL => sql`exists (
  select from (select draft as design from store_designs where owner_id = ${owner}
               union all select design from store_design_versions where owner_id = ${owner}) designs
   where design -> 'blocks' @> jsonb_build_array(jsonb_build_object('imageId', ${image})))`;

/** Whether something that was deleted a moment ago used it, and can be put back. */
const canComeBackWith = (id: SQL): SQL =>
  sql`exists (select from deleted_rows where table_name in ('posts', 'post_pictures', 'text_videos') and position(${id}::text in rows::text) > 0)`;

/** The row goes first: what begins to use it in this moment keeps it. */
async function removeUnlessUsed(
  { files, log }: Services,
  removeRow: () => Promise<unknown>,
  storageKeys: string[],
): Promise<void> {
  try {
    await removeRow();
  } catch (error) {
    if (brokenConstraint(error) === undefined) throw error;
    log.debug("a file came into use while it was swept");
    return;
  }
  for (const key of storageKeys) await files.remove(key);
}

async function removeTemporary({ config }: Services, before: Date): Promise<void> {
  const folder = temporaryFolder(config);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/** Removes stored files that are older than `before` and whose id, which their key names, no row has. */
export async function removeWithoutRow(
  { files }: Pick<Services, "files">,
  before: Date,
  prefix: string,
  idOf: (key: string) => string | undefined,
  known: (ids: string[]) => Promise<string[]>,
): Promise<void> {
  let batch: { key: string; id: string }[] = [];
  const flush = async () => {
    const found = new Set(await known([...new Set(batch.map(({ id }) => id))]));
    for (const { key, id } of batch) if (!found.has(id)) await files.remove(key);
    batch = [];
  };
  for await (const { key, modifiedAt } of files.list(prefix)) {
    const id = idOf(key);
    if (modifiedAt >= before || !id || !isUuid(id)) continue;
    batch.push({ key, id });
    if (batch.length === batchKeys) await flush();
  }
  if (batch.length > 0) await flush();
}
