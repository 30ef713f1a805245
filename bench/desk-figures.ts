import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { cpuMicroseconds, postgresPids, residentMegabytes } from "./processes.ts";

/** A server with a creator signed in, and whose time and memory count. */
export type Desk = { origin: string; cookie: string; pid: number; postmaster: number };

export type ReadFigures = { path: string; p50: number; p95: number; cpuMs: number; failed: number };
export type ExportFigures = {
  path: string;
  rows: number;
  perSecond: number;
  cpuUs: number;
  megabytes: number;
};

/** Asks for each path `times` over, one after another, after a first time that is not counted. */
export async function measureReads(desk: Desk, paths: string[], times: number): Promise<ReadFigures[]> {
  const agent = new Agent({ connections: 1 });
  const figures: ReadFigures[] = [];
  for (const path of paths) {
    const took: number[] = [];
    let failed = 0;
    await ask(desk, path, agent);
    const before = cpuOf(desk);
    for (let turn = 0; turn < times; turn++) {
      const began = performance.now();
      if ((await ask(desk, path, agent)) !== 200) failed++;
      took.push(performance.now() - began);
    }
    const cpuMs = (cpuOf(desk) - before) / 1_000 / times;
    took.sort((a, b) => a - b);
    figures.push({ path, p50: at(took, 0.5), p95: at(took, 0.95), cpuMs, failed });
  }
  await agent.close();
  return figures;
}

/** Reads each file to its end: how many rows a second, and how far the server's memory grew meanwhile. */
export async function measureExports(desk: Desk, paths: string[]): Promise<ExportFigures[]> {
  const figures: ExportFigures[] = [];
  for (const path of paths) {
    const memory = residentMegabytes(desk.pid);
    let peak = memory;
    let done = false;
    const watching = (async () => {
      while (!done) {
        peak = Math.max(peak, residentMegabytes(desk.pid));
        await sleep(50);
      }
    })();
    const before = cpuOf(desk);
    const began = performance.now();
    const rows = await countRows(desk, path);
    const seconds = (performance.now() - began) / 1_000;
    done = true;
    await watching;
    const cpuUs = (cpuOf(desk) - before) / Math.max(1, rows);
    figures.push({ path, rows, perSecond: rows / seconds, cpuUs, megabytes: peak - memory });
  }
  return figures;
}

async function countRows({ origin, cookie }: Desk, path: string): Promise<number> {
  const { statusCode, body } = await request(origin + path, { headers: { cookie } });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${await body.text()}`);
  let ends = 0;
  for await (const chunk of body as AsyncIterable<Buffer>)
    for (let from = chunk.indexOf(10); from >= 0; from = chunk.indexOf(10, from + 1)) ends++;
  return ends - 1;
}

/** The status of an answer that has been read to its end, which it must have within a minute. */
export async function ask({ origin, cookie }: Desk, path: string, dispatcher: Agent): Promise<number> {
  const signal = AbortSignal.timeout(60_000);
  const { statusCode, body } = await request(origin + path, { headers: { cookie }, dispatcher, signal });
  await body.dump({ limit: 100_000_000 });
  return statusCode;
}

const cpuOf = ({ pid, postmaster }: Desk) => cpuMicroseconds([pid, ...postgresPids(postmaster)]);

export const at = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
