import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Services } from "#server/services.ts";
import { type Asset, type Assets, assetOf } from "./assets.ts";

/** Where a page that was sent by another build of the web app finds the files it still asks for. */
export type EarlierBuilds = {
  /** Keeps this process's build for those that follow, and forgets the ones nobody can need any more. */
  save(): Promise<void>;
  find(path: string): Promise<Asset | undefined>;
};

/** A build as it is kept: the bodies of its files by their paths, in base64. */
type Pack = Record<string, { body: string; encoding: "br" | "identity" }>;
type Kept = { key: string; modifiedAt: Date };

const folder = "builds/";
const fewestBuilds = 3;
const mostBuilds = 30;
const keptAfterMs = 7 * 86_400_000;
const lookAgainAfterMs = 10_000;

const decompress = promisify(brotliDecompress);

/**
 * Keeps builds in the file store, as a deploy brings a new disk as often as not. What a running process does not know it
 * looks for there: while a deploy goes on, a page of the new build may ask a process that still runs the old one.
 */
export function openEarlierBuilds(
  { files, clock, log }: Pick<Services, "files" | "clock" | "log">,
  current: Assets,
): EarlierBuilds {
  const found = new Map<string, Asset>();
  const read = new Set([keyOf(current)]);
  let looking: Promise<void> | undefined;
  let lookedAt = -Infinity;

  async function look() {
    for (const { key } of await list()) {
      if (read.has(key)) continue;
      const pack = JSON.parse(String(await buffer(await files.read(key)))) as Pack;
      for (const [path, { body, encoding }] of Object.entries(pack))
        if (!found.has(path)) found.set(path, await unpacked(path, Buffer.from(body, "base64"), encoding));
      read.add(key);
    }
  }

  async function list() {
    const kept: Kept[] = [];
    for await (const file of files.list(folder)) kept.push(file);
    return kept;
  }

  return {
    async save() {
      await files.put(keyOf(current), packed(current), "application/json");
      for (const { key } of neededNoMore(await list(), clock.now())) await files.remove(key);
    },
    /** Strangers may ask for what never was: the store is looked at once in a while, whoever asks. */
    async find(path) {
      if (!found.has(path) && performance.now() - lookedAt >= lookAgainAfterMs) {
        looking ??= look()
          .catch((error: unknown) => log.warn({ err: error }, "earlier builds could not be read"))
          .finally(() => {
            lookedAt = performance.now();
            looking = undefined;
          });
        await looking;
      }
      return found.get(path);
    },
  };
}

/** All but the newest three, and those that another build replaced in the last seven days. */
export function neededNoMore(builds: readonly Kept[], now: Date): Kept[] {
  const newestFirst = builds.toSorted((one, other) => +other.modifiedAt - +one.modifiedAt);
  return newestFirst.filter((_, index) => {
    const replacedAt = newestFirst[index - 1]?.modifiedAt ?? now;
    return index >= mostBuilds || (index >= fewestBuilds && +now - +replacedAt > keptAfterMs);
  });
}

const hashed = (assets: Assets) => [...assets].filter(([, { immutable }]) => immutable);

/** The names of a build's files hold hashes of what is in them: together they are its name. */
function keyOf(assets: Assets): string {
  const names = hashed(assets)
    .map(([path]) => path)
    .toSorted()
    .join("\n");
  return `${folder}${createHash("sha256").update(names).digest("hex").slice(0, 32)}.json`;
}

function packed(assets: Assets): Buffer {
  const entries = hashed(assets).map(([path, { bodies }]) => {
    const encoding = bodies.br ? "br" : "identity";
    return [path, { body: bodies[encoding]?.toString("base64") ?? "", encoding }];
  });
  return Buffer.from(JSON.stringify(Object.fromEntries(entries) satisfies Pack));
}

async function unpacked(path: string, body: Buffer, encoding: "br" | "identity"): Promise<Asset> {
  return encoding === "br"
    ? assetOf(path, { br: body, identity: await decompress(body) })
    : assetOf(path, { identity: body });
}
