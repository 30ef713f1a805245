import type pg from "pg";
import sharp from "sharp";
import { request } from "undici";
import { uploadTextPicture } from "#contract/files/text-media.ts";
import { systemClock } from "#server/clock.ts";
import { dbOn } from "#server/database/client.ts";
import { createSession } from "#server/features/accounts/sessions.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { median } from "./rotate.ts";
import { randomAddress } from "./whole-sales.ts";

export const picturesTitle = "Pictures: /api/health and another creator's upload beside twelve tall ones";
/** A probe that waits for a second is taken for a hang. */
const mostHealthMs = 250;
/** The other creator waits for the tall picture that is being encoded, and for no other. */
const mostTimes = 2;
const tallPictures = 12;

/**
 * One creator uploads twelve pictures of 1,600 × 16,000 pixels at once; meanwhile `/api/health` is asked every 50 ms, and
 * another creator uploads a small one. Writes out what both wait beside what they wait without, and says whether health
 * stays quick and the other upload takes about as long as one tall picture and itself.
 */
export async function pictureUploads(pool: pg.Pool, port: number): Promise<boolean> {
  const origin = `http://127.0.0.1:${port}`;
  const [many, other] = [
    await uploader(pool, origin, "creator_2"),
    await uploader(pool, origin, "creator_3"),
  ];
  const [tall, small] = [await jpeg(1_600, 16_000), await jpeg(400, 300)];
  // The first picture starts the process that encodes them.
  await other(small);

  const calm = await watchHealth(origin, async () => {
    for (let n = 0; n < 5; n++) await other(small);
  });
  const alone = await other(small);
  const waited: number[] = [];
  const began = performance.now();
  const busy = await watchHealth(origin, async () => {
    const all = Array.from({ length: tallPictures }, () => many(tall));
    await Promise.race(all);
    for (let n = 0; n < 3; n++) waited.push(await other(small));
    await Promise.all(all);
  });

  const oneTall = (performance.now() - began) / tallPictures;
  const times = median(waited) / (alone + oneTall);
  const isReached = busy.p99 <= mostHealthMs && times <= mostTimes;
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const rows = [
    `/api/health  calm p50 ${ms(calm.p50)}, p99 ${ms(calm.p99)}, longest ${ms(calm.longest)}; beside them p50 ${ms(busy.p50)} (×${(busy.p50 / calm.p50).toFixed(1)}), p99 ${ms(busy.p99)}, longest ${ms(busy.longest)}`,
    `another creator's small picture  ${ms(alone)} alone, ${ms(median(waited))} beside them: ×${times.toFixed(1)} of itself and one tall picture (${ms(oneTall)})`,
  ];
  process.stdout.write(
    `\n${picturesTitle}: wanted ${mostHealthMs} ms and ×${mostTimes}, ${isReached ? "reached" : "MISSED"}\n  ${rows.join("\n  ")}\n`,
  );
  return isReached;
}

/** Uploads a picture for a text as this creator; answers how long that took, in ms. */
async function uploader(pool: pg.Pool, origin: string, handle: string) {
  const { rows } = await pool.query<{ id: string }>("select id from users where handle = $1", [handle]);
  const client = await pool.connect();
  const { token } = await createSession(
    { db: dbOn(client), clock: systemClock },
    { userId: rows[0]?.id ?? "", method: "CODE", userAgent: "bench", ip: "127.0.0.1" },
  ).finally(() => client.release());
  return async (data: Buffer): Promise<number> => {
    const { payload, headers } = multipartOf([{ fileName: "a.jpg", type: "image/jpeg", data }]);
    const began = performance.now();
    const answer = await request(origin + uploadTextPicture.url, {
      method: "POST",
      headers: { ...headers, cookie: `sid=${token}`, "x-forwarded-for": randomAddress() },
      body: payload,
      headersTimeout: 600_000,
    });
    const words = await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`an upload answers ${answer.statusCode}: ${words}`);
    return performance.now() - began;
  };
}

/** How long `/api/health` takes while some work goes on, in ms, asked every 50 ms on a connection of its own. */
async function watchHealth(origin: string, work: () => Promise<void>) {
  const waits: number[] = [];
  const state = { isOver: false };
  const watching = (async () => {
    while (!state.isOver) {
      const began = performance.now();
      await (await request(`${origin}/api/health`)).body.dump();
      waits.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, 50));
    }
  })();
  await work().finally(() => (state.isOver = true));
  await watching;
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), longest: at(1) };
}

/** Noise, as a photograph has it, so that no encoder is done early. */
const jpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#cf3d08",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  })
    .jpeg({ quality: 40 })
    .toBuffer();
