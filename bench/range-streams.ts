import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type pg from "pg";
import { type Contender, type Figures, rotate } from "./rotate.ts";
import { makeVideo } from "./stored-video.ts";

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
  const video = await makeVideo(pool, dataDir, ours.port, videoBytes);
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
    pieces(
      "Fastify, fs.createReadStream, no database",
      floor,
      `/video/${encodeURIComponent(video.storageKey)}`,
    ),
    pieces("Openstall GET /api/lesson-video/{token}", ours, video.path),
  ];
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
