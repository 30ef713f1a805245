import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { request } from "undici";
import { type Contender, type Figures, rotate } from "./rotate.ts";

type Server = { port: number; process: ChildProcess };

/** How many watch at once, and how much of the video a player asks for at a time. */
export const viewers = 200;
const pieceBytes = 1024 ** 2;
const videoBytes = 1024 ** 3;

/**
 * A free lesson with a video of 1 GiB in the store under `dataDir`, which all ask for in pieces of 1 MiB from anywhere in
 * it: of us by the lesson's signed link, and of plain Fastify that opens the same file. `[floor, ours]`.
 */
export async function rangeStreams(
  pool: pg.Pool,
  dataDir: string,
  floor: Server,
  ours: Server,
): Promise<[Contender, Contender]> {
  const { rows: owners } = await pool.query<{ id: string }>(
    "select id from users where handle = 'creator_1'",
  );
  const ownerId = owners[0]?.id ?? "";
  const storageKey = `uploads/${ownerId}/${randomUUID()}`;
  await writeVideo(join(dataDir, "files", storageKey));
  const { rows: lessons } = await pool.query<{ id: string }>(
    `with stored as (
       insert into uploads (owner_id, state, storage_key, original_name, mime_type, size_bytes, sha256, stored_at)
       values ($1, 'STORED', $2, 'long.mp4', 'video/mp4', $3, repeat('0', 64), now()) returning id),
     course as (
       insert into products (owner_id, title, slug, description, type, price_cents)
       values ($1, 'A course to watch', 'bench-videos', '', 'COURSE', 0) returning id),
     made as (insert into course_modules (product_id, title) select id, 'Module' from course returning id)
     insert into lessons (module_id, slug, title, free_preview, video_upload_id)
     select made.id, 'long', 'A long one', true, stored.id from made, stored returning id`,
    [ownerId, storageKey, videoBytes],
  );
  const answer = await request(
    `http://127.0.0.1:${ours.port}/api/lessons/${lessons[0]?.id}/demo@example.com`,
  );
  const { video } = (await answer.body.json()) as { video: { url: string } };
  const pieces = (name: string, { port, process }: Server, path: string): Contender => ({
    name,
    pid: process.pid ?? 0,
    request: {
      url: `http://127.0.0.1:${port}`,
      timeout: 60,
      requests: [
        {
          setupRequest: (request: object) => {
            const start = Math.floor(Math.random() * (videoBytes / pieceBytes)) * pieceBytes;
            return { ...request, path, headers: { range: `bytes=${start}-${start + pieceBytes - 1}` } };
          },
        },
      ],
    },
  });
  return [
    pieces("Fastify, fs.createReadStream, no database", floor, `/video/${encodeURIComponent(storageKey)}`),
    pieces("Openstall GET /api/lesson-video/{token}", ours, video.url),
  ];
}

/** Real bytes, which the disk has to keep: a hole would be read faster than anything that is there. */
async function writeVideo(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "w");
  const piece = Buffer.alloc(8 * pieceBytes, "openstall");
  for (let written = 0; written < videoBytes; written += piece.length) await file.write(piece);
  await file.sync();
  await file.close();
}

/**
 * Lets everybody watch, once so that all buffers are there, and then in rounds. The memory of our server is written out;
 * that it grows from one half of them to the other is a failure of ours.
 */
export async function watchVideos(
  contenders: [Contender, Contender],
  { rounds, ...rest }: { rounds: number; seconds: number; postmaster: number },
): Promise<Figures[]> {
  const watch = (rounds: number) => rotate(contenders, { ...rest, rounds, connections: viewers });
  const { pid } = contenders[1];
  const before = residentMebibytes(pid);
  await watch(1);
  const seen: number[] = [];
  const look = setInterval(() => seen.push(residentMebibytes(pid)), 100);
  const figures = await watch(rounds).finally(() => clearInterval(look));
  const middle = seen.length >> 1;
  const [firstHalf, secondHalf] = [Math.max(...seen.slice(0, middle)), Math.max(...seen.slice(middle))];
  const isFlat = secondHalf - firstHalf < 50;
  process.stdout.write(
    `\nMemory while ${viewers} watch: wanted less than 50 MiB of growth, ${isFlat ? "reached" : "MISSED"}\n  ${before.toFixed(0)} MiB before, at most ${firstHalf.toFixed(0)} in the first half and ${secondHalf.toFixed(0)} in the second\n`,
  );
  return figures.map((of, index) => (index === 1 && !isFlat ? { ...of, failures: of.failures + 1 } : of));
}

/** Linux only; 0 elsewhere. */
function residentMebibytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return 0;
  }
}
