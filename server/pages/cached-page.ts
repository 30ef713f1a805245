import { createHash } from "node:crypto";
import type { Kept } from "./storefront-cache.ts";
import { compressed, type Encoding } from "./compression.ts";

/** A static page, ready to send. */
export type CachedPage = Kept & {
  bodies: Record<Encoding, Buffer>;
  etag: string;
  /** Those of its security, which name its inline style where it has one. */
  headers: Readonly<Record<string, string>>;
};

/** A page as it is kept, in every encoding that browsers ask for. */
export async function pageOf(
  html: string,
  headers: CachedPage["headers"],
  until?: Date,
): Promise<CachedPage> {
  const bodies = await compressed(html);
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  return {
    until,
    bodies,
    etag,
    headers,
    bytes: bodies.br.length + bodies.gzip.length + bodies.identity.length,
  };
}
