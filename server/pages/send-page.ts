import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { Config } from "#server/config.ts";
import type { Services } from "#server/services.ts";
import { sendKept, type StorefrontCache } from "./storefront-cache.ts";
import { carriedSearch, withCarriedSearch } from "./carried-search.ts";
import { chooseEncoding, compressedStream } from "./compression.ts";
import { ownCopy, pageOf, sharedCopy } from "./cached-page.ts";
import { newNonce, pageHeaders } from "./page-headers.ts";
import { findMovedPage } from "./moved-page.ts";
import { renderPage, type WebApp } from "./render-page.ts";
import { findStorefrontEnd } from "./storefront-end.ts";
import { sharedStorefrontOf } from "./shared-storefront.ts";
import { plainPath, storefrontOf } from "./storefront-path.ts";

/** One page being asked for. */
type Asked = {
  app: FastifyInstance;
  config: Config;
  pool: Pool;
  clock: Services["clock"];
  web: WebApp;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * A page that is the same for everyone: rendered without cookie and query, kept, and sent again. What a link brought
 * along is filled into its links; that copy is the visitor's own.
 */
export async function sendForEveryone(
  asked: Asked,
  storefronts: StorefrontCache | undefined,
  bySession: boolean,
): Promise<FastifyReply> {
  const { config, pool, clock, request, reply } = asked;
  const path = pathOf(request);
  const search = carriedSearch(request);
  const vary = bySession ? "accept-encoding, cookie" : "accept-encoding";
  let other: Response | undefined;
  const handle = storefrontOf(path) ?? "";
  // Looks at a store are counted when they are answered: a proxy that answered by itself would hide them, unless it is known.
  const cacheControl = bySession || handle !== "" ? ownCopy : sharedCopy;
  const load = async () => {
    const now = clock.now();
    const until = await findStorefrontEnd(pool, handle, now);
    const response = await render(asked, path);
    if (response.status === 200 && isStatic(response) && mayBeKept(response)) {
      const text = await response.text();
      const headers = { ...headersOf(asked, response), vary };
      const shared = sharedStorefrontOf(config.cdn, { handle, path: plainPath(path), until, now });
      if (!shared) return pageOf(text, headers, cacheControl, until);
      const sharedHeaders = { ...headers, ...shared.headers };
      const page = await pageOf(shared.withSeen(text), sharedHeaders, shared.cacheControl, until);
      // A visitor's own copy is counted as it is answered.
      return { ...page, html: text, headers };
    }
    other = response;
    return undefined;
  };
  const kept = await (storefronts?.get(handle, plainPath(path), load, request.url) ?? load());
  // Nobody else's cookie is kept with a page.
  const isOwn = search !== "" || reply.hasHeader("set-cookie");
  if (kept && !isOwn) return sendKept(kept, request, reply);
  reply.headers({ vary, "cache-control": isOwn ? ownCopy : cacheControl });
  if (kept) {
    reply.headers(kept.headers);
    return sendResponse(carrying(kept.html, search, html), request, reply);
  }
  const response = other ?? (await render(asked, path));
  reply.headers(headersOf(asked, response));
  if (response.status !== 404) reply.header("cache-control", "no-store");
  const fills = search && response.status === 200 && isStatic(response);
  return sendOrLeadOn(asked, fills ? carrying(await response.text(), search, response.headers) : response);
}

/** A page rendered for this very visitor, with their cookies and a nonce of its own; nobody keeps it. */
export async function sendForVisitor(asked: Asked): Promise<FastifyReply> {
  const { app, config, web, request, reply } = asked;
  const nonce = newNonce();
  const page = { request, anonymous: false, path: request.url, nonce, ...siteOf(config) };
  const response = await renderPage(app, web, config.publicUrl.origin, page);
  // Vite's development client needs inline scripts and styles.
  if (!config.dev) reply.headers(headersOf(asked, response, isStatic(response) ? undefined : nonce));
  reply.header("cache-control", "private, no-store");
  return sendOrLeadOn(asked, response);
}

/** Whoever asks for what has another name by now is led there, with their query, in one step. */
async function sendOrLeadOn({ pool, request, reply }: Asked, response: Response): Promise<FastifyReply> {
  const path = pathOf(request);
  const query = request.url.slice(path.length);
  const moved = response.status === 404 ? await findMovedPage(pool, path, query) : undefined;
  if (moved === undefined) return sendResponse(response, request, reply);
  // The old name may be taken back: an hour is long enough for a browser to believe it.
  return reply.header("cache-control", "public, max-age=3600").redirect(moved, 301);
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "/";
}

function render({ app, config, web, request }: Asked, path: string) {
  return renderPage(app, web, config.publicUrl.origin, {
    request,
    anonymous: true,
    path,
    ...siteOf(config),
  });
}

/** Invented figures and voices are for show only, and the demo store is seeded where it can be entered. */
const siteOf = ({ mode, sandboxAllowed, demo, plans, front }: Config) => ({
  operatorName: front.name,
  frontStore: front.store,
  sandbox: sandboxAllowed,
  facts: [
    ...(mode === "local" || sandboxAllowed ? ["examples"] : []),
    ...(demo ? ["demo-store"] : []),
    ...(plans ? ["plans"] : []),
  ],
});

function isStatic(response: Response) {
  return response.headers.get("x-openstall-page") === "static";
}

/** What browsers may do with a page. Its one inline style is let through by the hash that its route says, as the API made it. */
function headersOf({ config, request }: Asked, response: Response, nonce?: string) {
  const styleHash = response.headers.get("x-openstall-style") ?? undefined;
  return pageHeaders(config, pathOf(request), { nonce, styleHash });
}

/** A page whose route says `no-store` has to be asked for anew each time. */
function mayBeKept(response: Response) {
  return !response.headers.get("cache-control")?.includes("no-store");
}

const html = { "content-type": "text/html; charset=utf-8" };

/** A page for one visitor, whose links carry on what they came with. */
const carrying = (body: string, search: string, headers: Headers | Record<string, string>) =>
  new Response(withCarriedSearch(body, search), { headers });

function sendResponse(response: Response, request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie" && !name.startsWith("x-openstall-")) reply.header(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length) reply.header("set-cookie", cookies);
  if (!reply.hasHeader("vary")) reply.header("vary", "accept-encoding");
  const encoding = response.body ? chooseEncoding(request.headers["accept-encoding"]) : "identity";
  const body = compressedStream(response.body, encoding);
  if (encoding !== "identity") reply.removeHeader("content-length").header("content-encoding", encoding);
  return reply.code(response.status).send(body ?? "");
}
