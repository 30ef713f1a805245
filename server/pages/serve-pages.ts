import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { NotFound } from "#server/errors.ts";
import { sessionCookieName } from "#server/features/accounts/sessions.ts";
import { createReadLimiter } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";
import { type Assets, listAssets, sendAsset } from "./assets.ts";
import { type EarlierBuilds, openEarlierBuilds } from "./earlier-builds.ts";
import { callPageHooks } from "./page-hooks.ts";
import type { WebApp } from "./render-page.ts";
import { pathOf, sendForEveryone, sendForVisitor } from "./send-page.ts";

/** Where pages come from: the build, the sources, or a test's own. */
export type Pages = {
  load(): Promise<WebApp>;
  assets: Assets;
  /** Files of the builds that this one replaced, or that are replacing it. */
  earlier?: EarlierBuilds;
  /** Answers a request for one of Vite's own files; undefined where it is none. */
  serveFile?(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply | undefined;
};

/** Where programs call: an unknown path there is a plain 404, not a screen. */
const forPrograms = /^\/(api|webhook|oauth|og|files|images|assets)(\/|$)/;

/** Every screen of the web app and the files it needs. Register it last. */
export async function servePages(app: FastifyInstance, services: Services, pages?: Pages): Promise<void> {
  const { config, pool, clock, devClock } = services;
  const { within: withinReadLimit } = createReadLimiter(services, config.rateLimitFactor);
  const { load, assets, earlier, serveFile } =
    pages ?? (config.dev ? await pagesFromSources(app) : await builtPages(services));
  // Vite's pages change with the sources.
  const storefronts = config.dev ? undefined : services.storefronts;

  // The shop does not wait for it, and sells without.
  app.addHook("onListen", () => {
    earlier
      ?.save()
      .catch((error: unknown) => services.log.error({ err: error }, "this build's files could not be kept"));
  });

  app.get("/*", { schema: { hide: true } as never }, async (request, reply) => {
    const path = pathOf(request);
    const asset = assets.get(path) ?? (path.startsWith("/assets/") ? await earlier?.find(path) : undefined);
    if (asset) return sendAsset(asset, request, reply);
    const file = serveFile?.(request, reply, path);
    if (file) return file;
    await withinReadLimit(request);
    return sendPage(request, reply);
  });
  // For routes that find they have nothing to answer.
  app.decorateReply("sendPage", function sendPageOfAddress(this: FastifyReply) {
    return sendPage(this.request, this);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request);
    if (path.startsWith("/dev/") && config.mode !== "local" && !(config.demo && path === "/dev/mailbox"))
      throw NotFound();
    const web = await load();
    const asked = { app, config, pool, clock, devClock, web, request, reply };
    const mode = web.pageMode(path);
    if (mode === "unknown" && forPrograms.test(path)) throw NotFound();
    if (mode !== "unknown") await callPageHooks(app, request, reply);
    const bySession = mode === "by-session";
    const signedOut = !request.cookies[sessionCookieName(config)];
    // It leads to one creator's store; whoever is signed in has their desk there.
    if (path === "/" && config.front.store && signedOut)
      return reply.header("cache-control", "no-cache").redirect(`/u/${config.front.store}`, 302);
    const forEveryone = mode === "static" || mode === "unknown" || (bySession && signedOut);
    return forEveryone ? sendForEveryone(asked, storefronts, bySession) : sendForVisitor(asked);
  }
}

async function builtPages(services: Services): Promise<Pages> {
  const entry = resolve("dist/server/server.js");
  const { default: web } = (await import(pathToFileURL(entry).href)) as { default: WebApp };
  const known: WebApp = { ...web, pageMode: remembered(web.pageMode) };
  const assets = await listAssets(resolve("dist/client"));
  return { load: async () => known, assets, earlier: openEarlierBuilds(services, assets) };
}

/** Matching a path against all routes takes as long as sending a kept page; which mode it has never changes. */
function remembered(pageMode: WebApp["pageMode"]): WebApp["pageMode"] {
  const modes = new LRUCache<string, ReturnType<typeof pageMode>>({
    max: 5_000,
    maxSize: 1_000_000,
    sizeCalculation: (_mode, path) => path.length,
  });
  return (path) => {
    const known = modes.get(path);
    if (known !== undefined) return known;
    const mode = pageMode(path);
    modes.set(path, mode);
    return mode;
  };
}

async function pagesFromSources(app: FastifyInstance): Promise<Pages> {
  const { startVite } = await import("./vite-pages.ts");
  const vite = await startVite(app);
  return {
    load: vite.load,
    assets: new Map(),
    serveFile: (request, reply, path) => (vite.isViteFile(path) ? vite.serve(request, reply) : undefined),
  };
}
