import { createHash } from "node:crypto";
import { chooseEncoding, compressed, type Encoding } from "./compression.ts";
import { isKnown, type Kept, type KeptAnswer } from "./storefront-cache.ts";

/** A static page, ready to send, and its text, in which links can be filled in. */
export type CachedPage = Kept & { html: string; headers: Readonly<Record<string, string>> };

/** `Cache-Control` of a page that nobody but the visitor may keep, and who asks each time whether it is still the same. */
export const ownCopy = "private, max-age=0, must-revalidate";
/** Of a page that proxies may give out for a minute, and an old one for ten more while they ask for another. */
export const sharedCopy = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/**
 * A page as it is kept, in every encoding that browsers ask for. `headers` are those of its security and what it varies by;
 * `cacheControl` says who else may keep it.
 */
export async function pageOf(
  html: string,
  headers: CachedPage["headers"],
  cacheControl: string,
  until?: Date,
): Promise<CachedPage> {
  const bodies = await compressed(html);
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const whole = (encoding: Encoding): KeptAnswer => ({
    status: 200,
    headers: {
      ...headers,
      "cache-control": cacheControl,
      etag,
      ...(encoding !== "identity" && { "content-encoding": encoding }),
      "content-type": "text/html; charset=utf-8",
      "content-length": `${bodies[encoding].length}`,
    },
    body: bodies[encoding].toString("latin1"),
  });
  const answers = { br: whole("br"), gzip: whole("gzip"), identity: whole("identity") };
  const unchanged: KeptAnswer = {
    status: 304,
    headers: { ...headers, "cache-control": cacheControl, etag },
    body: "",
  };
  return {
    until,
    html,
    headers,
    bytes: bodies.br.length + bodies.gzip.length + 2 * bodies.identity.length,
    answerTo: (asked) =>
      isKnown(asked, etag) ? unchanged : answers[chooseEncoding(asked["accept-encoding"])],
  };
}
