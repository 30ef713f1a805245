import { createHash } from "node:crypto";
import { chooseEncoding, compressed, type Encoding } from "./compression.ts";
import { sharedFor } from "./storefront-end.ts";
import { isKnown, type Kept, type KeptAnswer } from "./storefront-cache.ts";

/** A static page, ready to send, and its text, in which links can be filled in. */
export type CachedPage = Kept & { html: string; headers: Readonly<Record<string, string>> };

/** Of a page that nobody but the visitor may keep. */
export const ownCopy = "private, max-age=0, must-revalidate";

/**
 * A page as it is kept, in every encoding that browsers ask for. `headers` are those of its security and what it varies by;
 * proxies may keep it, too, where it `isShared`.
 */
export async function pageOf(
  html: string,
  headers: CachedPage["headers"],
  isShared: boolean,
  until?: Date,
): Promise<CachedPage> {
  const bodies = await compressed(html);
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const whole = (encoding: Encoding): KeptAnswer => ({
    status: 200,
    headers: {
      ...headers,
      etag,
      ...(encoding !== "identity" && { "content-encoding": encoding }),
      "content-type": "text/html; charset=utf-8",
      "content-length": `${bodies[encoding].length}`,
    },
    body: bodies[encoding].toString("latin1"),
  });
  const answers = { br: whole("br"), gzip: whole("gzip"), identity: whole("identity") };
  const unchanged: KeptAnswer = { status: 304, headers: { ...headers, etag }, body: "" };
  return {
    until,
    html,
    headers,
    bytes: bodies.br.length + bodies.gzip.length + 2 * bodies.identity.length,
    answerTo(asked, now) {
      const answer = isKnown(asked, etag) ? unchanged : answers[chooseEncoding(asked["accept-encoding"])];
      const cacheControl = isShared ? sharedFor(until, now) : ownCopy;
      return { ...answer, headers: { ...answer.headers, "cache-control": cacheControl } };
    },
  };
}
