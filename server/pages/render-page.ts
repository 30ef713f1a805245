import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { aheadHeader } from "#contract/dev/ahead-header.ts";
import { isOwnNavigation } from "./own-navigation.ts";

/** What the web app's server build exports; see web/server.tsx. */
export type WebApp = {
  fetch(request: Request): Response | Promise<Response>;
  pageMode(pathname: string): "static" | "ssr" | "client" | "own" | "by-session" | "unknown";
};

/** One page to render: for this very visitor, or the same for everyone. */
export type PageRequest = {
  request: FastifyRequest;
  anonymous: boolean;
  path: string;
  nonce?: string;
  /** How far local mode has moved the shop's clock ahead of the machine's. */
  aheadMinutes: number;
  /** A public demo with stand-ins, which every page must say. */
  sandbox: boolean;
  /** What is true of this installation, for the landing page (`web/layout/site-facts.ts`). */
  facts: readonly string[];
  /** Whose installation it is, where they say so. */
  operatorName: string | undefined;
  /** The store that the front page leads to, where it leads to one. */
  frontStore: string | undefined;
};

type Rendering = { app: FastifyInstance; page: PageRequest };

const rendering = new AsyncLocalStorage<Rendering>();
const forwarded = [
  "cookie",
  "user-agent",
  "accept-language",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-forwarded-host",
];

/** Renders a page; the calls it makes to the API stay inside this process. */
export async function renderPage(
  app: FastifyInstance,
  web: WebApp,
  origin: string,
  page: PageRequest,
): Promise<Response> {
  const headers = new Headers({ accept: "text/html" });
  if (!page.anonymous && page.request.headers.cookie) headers.set("cookie", page.request.headers.cookie);
  if (page.nonce) headers.set("x-openstall-nonce", page.nonce);
  headers.set("x-openstall-site", page.facts.join(" "));
  if (page.operatorName) headers.set("x-openstall-operator", encodeURIComponent(page.operatorName));
  if (page.frontStore) headers.set("x-openstall-front-store", page.frontStore);
  if (page.aheadMinutes) headers.set(aheadHeader, String(page.aheadMinutes));
  if (page.sandbox) headers.set("x-openstall-sandbox", "1");
  if (!page.anonymous && isOwnNavigation(page.request)) headers.set("x-openstall-own-navigation", "1");
  return rendering.run({ app, page }, async () => web.fetch(new Request(origin + page.path, { headers })));
}

/** How web/api.ts reaches the API while it renders on the server: Fastify itself, without a socket. */
async function callInside(url: string, init: RequestInit): Promise<Response> {
  const current = rendering.getStore();
  if (!current) throw new Error("the API is called outside the rendering of a page");
  const { request, anonymous } = current.page;
  const answer = await current.app.inject({
    method: (init.method ?? "GET") as "GET",
    url,
    headers: { ...visitorHeaders(request, anonymous), ...Object.fromEntries(new Headers(init.headers)) },
    ...(typeof init.body === "string" && { payload: init.body }),
    ...(request.socket.remoteAddress && { remoteAddress: request.socket.remoteAddress }),
  });
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : answer.body, {
    status: answer.statusCode,
    statusText: answer.statusMessage,
  });
}

function visitorHeaders(request: FastifyRequest, anonymous: boolean) {
  const names = anonymous
    ? forwarded.filter((name) => name !== "cookie" && name !== "accept-language")
    : forwarded;
  return Object.fromEntries(
    names.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
  );
}

(globalThis as Record<symbol, unknown>)[Symbol.for("openstall.inject")] = callInside;
