import {
  createStartHandler,
  defaultStreamHandler,
  defineHandlerCallback,
  StartServer,
} from "@tanstack/react-start/server";
import { createServerEntry } from "@tanstack/react-start/server-entry";
import { getSsrStatus } from "@tanstack/router-core/ssr/server";
import { renderToStaticMarkup } from "react-dom/server";
import { isHydrated, type PageMode } from "./page-mode.ts";
import { getRouter } from "./router.tsx";

// A static page is plain HTML: no scripts, no preloads, no dehydrated state, and no inline scroll restoration.
const handler = defineHandlerCallback(async (context) => {
  if (isHydrated(context.router.state.matches)) return defaultStreamHandler(context);
  context.router.options.scrollRestoration = false;
  try {
    const html = `<!DOCTYPE html>${renderToStaticMarkup(<StartServer router={context.router} />)}`;
    // A part that was not ready shows its spinner, which no script would ever replace.
    if (html.includes('<main data-pending=""'))
      throw new Error("a static page was not complete when it was rendered");
    context.responseHeaders.set("content-type", "text/html; charset=utf-8");
    context.responseHeaders.set("x-openstall-page", "static");
    return new Response(html, { status: getSsrStatus(context.router), headers: context.responseHeaders });
  } finally {
    context.router.serverSsr?.cleanup();
  }
});

const routes = getRouter();

/** What `server/pages` runs: `fetch` renders a page; `pageMode` tells its mode from the path, before rendering. */
export default {
  ...createServerEntry({ fetch: createStartHandler(handler) }),
  pageMode(pathname: string): PageMode | "unknown" {
    const [matched, , route] = routes.getMatchedRoutes(pathname);
    if (!route) return "unknown";
    return (
      matched.map((match) => match.options.staticData?.page).findLast((page) => page !== undefined) ?? "ssr"
    );
  },
};
