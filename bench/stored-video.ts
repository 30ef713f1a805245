import { randomUUID } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { request } from "undici";

/**
 * Makes a free lesson with a video of so many bytes in the store under `dataDir`, and answers the path of the lesson's
 * signed link on the server at `port`.
 */
export async function makeVideo(
  pool: pg.Pool,
  dataDir: string,
  port: number,
  bytes: number,
): Promise<{ storageKey: string; path: string }> {
  const { rows: owners } = await pool.query<{ id: string }>(
    "select id from users where handle = 'creator_1'",
  );
  const ownerId = owners[0]?.id ?? "";
  const storageKey = `uploads/${ownerId}/${randomUUID()}`;
  await writeVideo(join(dataDir, "files", storageKey), bytes);
  const { rows: lessons } = await pool.query<{ id: string }>(
    `with stored as (
       insert into uploads (owner_id, state, storage_key, original_name, mime_type, size_bytes, sha256, stored_at)
       values ($1, 'STORED', $2, 'long.mp4', 'video/mp4', $3, repeat('0', 64), now()) returning id),
     course as (
       insert into products (owner_id, title, slug, description, type, price_cents)
       values ($1, 'A course to watch', $4, '', 'COURSE', 0) returning id),
     made as (insert into course_modules (product_id, title) select id, 'Module' from course returning id)
     insert into lessons (module_id, slug, title, free_preview, video_upload_id)
     select made.id, 'long', 'A long one', true, stored.id from made, stored returning id`,
    [ownerId, storageKey, bytes, `bench-videos-${bytes}`],
  );
  const answer = await request(`http://127.0.0.1:${port}/api/lessons/${lessons[0]?.id}/demo@example.com`);
  const { video } = (await answer.body.json()) as { video: { url: string } };
  return { storageKey, path: video.url };
}

const pieceBytes = 8 * 1024 ** 2;

/** Real bytes, which the disk has to keep: a hole would be read faster than anything that is there. */
async function writeVideo(path: string, bytes: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "w");
  const piece = Buffer.alloc(pieceBytes, "openstall");
  for (let written = 0; written < bytes; written += piece.length)
    await file.write(piece.subarray(0, Math.min(piece.length, bytes - written)));
  await file.sync();
  await file.close();
}
