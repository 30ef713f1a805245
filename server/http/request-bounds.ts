import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "#server/errors.ts";

/**
 * Bytes of text outside its body that a request may bring. Browsers cut a `Referer` at 4,096 characters, and the longest
 * link of ours is a tenth of a path. Cookies have no bound of their own: together they share Node's of all headers.
 */
export const requestBounds = { path: 2_048, query: 8_192, header: 4_096, allHeaders: 16_384 } as const;

/**
 * Returns why a request is refused before anything reads it: the router, hooks and rate limits all cost time that grows
 * with its text. Past `allHeaders` Node has refused it already.
 */
export function oversizeOf({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">) {
  const queryAt = url.indexOf("?");
  const pathLength = queryAt === -1 ? url.length : queryAt;
  if (pathLength > requestBounds.path)
    return new HttpError(414, "PATH_TOO_LONG", "The path is longer than 2 kB");
  if (url.length - pathLength - 1 > requestBounds.query)
    return new HttpError(414, "QUERY_TOO_LONG", "The query is longer than 8 kB");
  const name = longHeaderOf(headers);
  if (name !== undefined)
    return new HttpError(431, "HEADER_TOO_LARGE", `The header ${name.slice(0, 100)} is larger than 4 kB`);
  return undefined;
}

/** Answers in the API's shape, and closes the connection: the rest of such a request is not worth reading. */
export function refuseOversize(
  response: ServerResponse,
  { status, code, message }: HttpError,
  headers: Record<string, string>,
): void {
  const body = JSON.stringify({ message, code });
  response
    .writeHead(status, {
      ...headers,
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    })
    .end(body);
}

/** A header that was sent several times counts as Node joins it. */
function longHeaderOf(headers: IncomingHttpHeaders): string | undefined {
  for (const name in headers) {
    const length = name === "cookie" ? 0 : String(headers[name]).length;
    if (length > requestBounds.header || name.length > requestBounds.header) return name;
  }
  return undefined;
}
