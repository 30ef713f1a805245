import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type LocalCdn = {
  environment: { CDN: string; CDN_PURGE_URL: string; CDN_PURGE_TOKEN: string };
  /** The tags of each purge it took. */
  purges: string[][];
  /** So many of the next purges fail on its side. */
  failNext(times: number): void;
  close(): Promise<void>;
};

const token = "a token of the CDN";

/** A CDN's purge by tags, as strict as Cloudflare's: its address, token and form, and at most 30 tags. */
export async function startLocalCdn(): Promise<LocalCdn> {
  const purges: string[][] = [];
  let failing = 0;
  const server = createServer((request, response) => {
    void answer(request).then((status) => response.writeHead(status).end("{}"));
  });
  async function answer(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== "/zones/shop/purge_cache") return 404;
    if (request.method !== "POST") return 405;
    if (request.headers.authorization !== `Bearer ${token}`) return 403;
    if (request.headers["content-type"] !== "application/json") return 415;
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { tags?: unknown };
    const { tags } = body;
    const isFit =
      Array.isArray(tags) && tags.length > 0 && tags.length <= 30 && Object.keys(body).length === 1;
    if (!isFit || !tags.every((tag) => typeof tag === "string" && /^[\w-]{1,1024}$/.test(tag))) return 400;
    if (failing-- > 0) return 503;
    purges.push(tags as string[]);
    return 200;
  }
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      CDN: "on",
      CDN_PURGE_URL: `http://127.0.0.1:${port}/zones/shop/purge_cache`,
      CDN_PURGE_TOKEN: token,
    },
    purges,
    failNext: (times) => void (failing = times),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
