import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, type Encoding } from "./compression.ts";

/** One file of a build, with its compressed copies. */
export type Asset = {
  bodies: Partial<Record<Encoding, Buffer>>;
  type: string;
  immutable: boolean;
  etag: string;
};

/**
 * The files of a client build by URL path, with their compressed copies, in memory: a few megabytes, and a build that
 * replaces the folder under a running server takes nothing from the pages it has sent.
 */
export type Assets = ReadonlyMap<string, Asset>;

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

const copies: Record<string, Encoding> = { ".br": "br", ".gz": "gzip" };

/** Lists what the build wrote into `folder`. Throws when there is none. */
export async function listAssets(folder: string): Promise<Assets> {
  const bodies = new Map<string, Asset["bodies"]>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const extension = extname(entry.name);
    const encoding: Encoding = copies[extension] ?? "identity";
    const original = encoding === "identity" ? path : path.slice(0, -extension.length);
    const url = `/${relative(folder, original).split(sep).join("/")}`;
    bodies.set(url, { ...bodies.get(url), [encoding]: await readFile(path) });
  }
  return new Map([...bodies].map(([url, copies]) => [url, assetOf(url, copies)]));
}

/** The file at a URL path: those whose names hold a hash of what is in them never change. */
export function assetOf(url: string, bodies: Asset["bodies"]): Asset {
  const hash = createHash("sha256").update(bodies.identity ?? "");
  return {
    bodies,
    type: types[extname(url)] ?? "application/octet-stream",
    immutable: url.startsWith("/assets/"),
    etag: `W/"${hash.digest("base64url").slice(0, 22)}"`,
  };
}

/** Sends one asset in the best encoding that the browser takes. */
export function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply) {
  reply
    .header("cache-control", asset.immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600")
    .header("x-content-type-options", "nosniff")
    .header("vary", "accept-encoding")
    .header("etag", asset.etag);
  if (request.headers["if-none-match"] === asset.etag) return reply.code(304).send();
  const wanted = chooseEncoding(request.headers["accept-encoding"]);
  const encoding = asset.bodies[wanted] ? wanted : "identity";
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(asset.type).send(asset.bodies[encoding]);
}
