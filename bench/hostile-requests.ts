import type pg from "pg";
import { Client } from "undici";
import { hostileTexts } from "#tests/house/hostile-texts.ts";
import { requestBounds } from "#server/http/request-bounds.ts";
import { median } from "./rotate.ts";
import { makeVideo } from "./stored-video.ts";

export const hostileTitle = "Hostile requests: another client's response time, beside calm requests";
const mostTimes = 3;

type Sent = { method: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };
type Attack = { what: string; calm: Sent; hostile: readonly Sent[] };
type Where = { pool: pg.Pool; dataDir: string; port: number; rounds: number };

/**
 * One stranger on one connection sends requests without a pause: ordinary ones, and the same with the worst text that
 * each place takes, as the test of processor times has it, at the bound and past it. Meanwhile a visitor reads a page.
 * Writes out what the visitor waits for beside the one and the other, and says whether it is within three times.
 */
export async function hostileRequests({ pool, dataDir, port, rounds }: Where): Promise<boolean> {
  const origin = `http://127.0.0.1:${port}`;
  const video = await makeVideo(pool, dataDir, port, 1_000);
  const rows: string[] = [];
  let worst = 0;
  for (const { what, calm, hostile } of attacks(video.path)) {
    const [beside, against]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      beside.push(await waitBeside(origin, [calm]));
      against.push(await waitBeside(origin, hostile));
    }
    const [calmMs, hostileMs] = [median(beside), median(against)];
    worst = Math.max(worst, hostileMs / calmMs);
    rows.push(
      `${what.padEnd(56)}  ${calmMs.toFixed(2)} ms  ${hostileMs.toFixed(2)} ms  ×${(hostileMs / calmMs).toFixed(2)}`,
    );
  }
  const isReached = worst <= mostTimes;
  process.stdout.write(
    `\n${hostileTitle}: wanted at most ×${mostTimes}, ${isReached ? "reached" : "MISSED"}\n  ${rows.join("\n  ")}\n`,
  );
  return isReached;
}

const page = "/u/creator_1";

function attacks(videoPath: string): Attack[] {
  const inHeader = (name: string, path: string, calm: string, beginning = ""): Attack => ({
    what: `GET ${path.slice(0, 20)} with ${name}`,
    calm: { method: "GET", path, headers: { [name]: calm } },
    hostile: [requestBounds.header, 15_000].flatMap((length) =>
      hostileTexts(length, beginning, true).map(([, text]) => ({
        method: "GET" as const,
        path,
        headers: { [name]: text },
      })),
    ),
  });
  const inPath = (beginning: string): Attack => ({
    what: `GET ${beginning}…`,
    calm: { method: "GET", path: `${beginning}x` },
    hostile: [requestBounds.path, 15_000].flatMap((length) =>
      hostileTexts(length, beginning, true).map(([, text]) => ({
        method: "GET" as const,
        path: text.replaceAll(/[?# ]/g, "-"),
      })),
    ),
  });
  const code = (email: string): Sent => ({
    method: "POST",
    path: "/api/membership/request-access",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  return [
    inHeader("range", videoPath, "bytes=0-9", "bytes="),
    inHeader("accept-encoding", page, "br"),
    inHeader("if-none-match", page, '"x"', 'W/"'),
    inHeader("x-forwarded-for", page, "192.0.2.1"),
    inHeader("user-agent", page, "Mozilla/5.0"),
    inHeader("cookie", "/api/auth/user", "sid=x", "sid="),
    inHeader("referer", "/api/login", "http://localhost:3000/admin", "http://localhost:3000/"),
    inPath("/u/"),
    inPath("/api/creators/"),
    {
      what: "GET /u/creator_1 with a query",
      calm: { method: "GET", path: `${page}?aff=x` },
      hostile: hostileTexts(requestBounds.query, "aff=", true).map(([, text]) => ({
        method: "GET" as const,
        path: `${page}?${encodeURI(text).slice(0, requestBounds.query)}`,
      })),
    },
    {
      what: "POST of a body that names no address",
      calm: code("x"),
      hostile: [
        ...hostileTexts(30_000).map(([, text]) => code(text)),
        { ...code(""), body: "[".repeat(45_000) + "]".repeat(45_000) },
        { ...code(""), body: '{"a":'.repeat(15_000) + "1" + "}".repeat(15_000) },
      ],
    },
  ];
}

const windowMs = 400;

/** How long a visitor waits for a page on average, in ms, while somebody sends these requests one after the other. */
async function waitBeside(origin: string, requests: readonly Sent[]): Promise<number> {
  const [visitor, stranger] = [new Client(origin), new Client(origin)];
  const end = performance.now() + windowMs;
  const waits: number[] = [];
  const visit = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await send(visitor, { method: "GET", path: page, headers: { "accept-encoding": "br" } });
      waits.push(performance.now() - begun);
    }
  };
  const disturb = async () => {
    for (let sent = 0; performance.now() < end; sent++) {
      const request = requests[sent % requests.length];
      // Refused requests end their connection; the client opens the next.
      if (request) await send(stranger, request).catch(() => undefined);
    }
  };
  await Promise.all([visit(), disturb()]);
  await Promise.all([visitor.close(), stranger.close()]);
  return waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
}

async function send(client: Client, request: Sent): Promise<void> {
  const { body } = await client.request(request);
  await body.dump();
}
