import { CSPProvider } from "@base-ui/react/csp-provider";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  ScriptOnce,
  Scripts,
  useMatches,
} from "@tanstack/react-router";
import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";
import { useEffect } from "react";
import { earlyInputScript, replayEarlyInput } from "#web/layout/early-input.ts";
import { lostScriptsScript } from "#web/layout/lost-scripts.ts";
import { frontStore, operatorName } from "#web/layout/site-facts.ts";
import { NotFoundScreen } from "#web/layout/not-found-screen.tsx";
import { currentTheme } from "#web/layout/theme.ts";
import { isHydrated, isUnknownPath } from "#web/page-mode.ts";
import { aheadMinutes } from "#web/shop-now.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import appCss from "#web/app.css?url";
import staticCss from "#web/static.css?url";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: ({ matches }) => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1, viewport-fit=cover" },
      { title: isUnknownPath(matches) ? "Page Not Found | Openstall" : "Openstall" },
      { name: "theme-color", content: "#faf9f7", media: "(prefers-color-scheme: light)" },
      { name: "theme-color", content: "#131110", media: "(prefers-color-scheme: dark)" },
    ],
    links: [
      { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
      { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    ],
  }),
  notFoundComponent: NotFoundScreen,
  component: Root,
});

function Root() {
  const matches = useMatches();
  useEffect(replayEarlyInput, []);
  if (!isHydrated(matches)) {
    return (
      <html lang="en">
        <head>
          <StaticHead matches={matches} stylesheet={staticCss} />
        </head>
        <body>
          <SandboxBanner />
          <Outlet />
        </body>
      </html>
    );
  }
  return (
    <html
      lang="en"
      data-theme={currentTheme()}
      data-sandbox={isSandbox() || undefined}
      data-ahead-minutes={aheadMinutes() || undefined}
      data-operator={operatorName() || undefined}
      data-front-store={frontStore() || undefined}
      suppressHydrationWarning
    >
      <head>
        <ScriptOnce>{`${earlyInputScript()};${lostScriptsScript()}`}</ScriptOnce>
        <link rel="stylesheet" href={appCss} />
        <HeadContent />
      </head>
      <body>
        <CSPProvider disableStyleElements>
          <div className="isolate">
            <SandboxBanner />
            <Outlet />
          </div>
          <Toaster />
        </CSPProvider>
        <Scripts />
      </body>
    </html>
  );
}

type MetaAttributes = { title?: string };
type Matches = ReturnType<typeof useMatches>;

/** The head of a static page: what its routes' `head` say, the innermost winning, and the small stylesheet before their own. */
function StaticHead({ matches, stylesheet }: { matches: Matches; stylesheet: string }) {
  const metas = new Map<string, MetaAttributes>();
  for (const meta of matches.flatMap((match) => match.meta ?? [])) {
    if (meta) metas.set(metaKey(meta), meta as MetaAttributes);
  }
  const links = matches.flatMap((match) => match.links ?? []).filter((link) => link !== undefined);
  const styles = matches.flatMap((match) => match.styles ?? []).map((style) => style?.children);
  return (
    <>
      {[...metas].map(([key, { title, ...attributes }]) =>
        title ? <title key={key}>{title}</title> : <meta key={key} {...attributes} />,
      )}
      <link rel="stylesheet" href={stylesheet} />
      {links.map((link) => (
        <link key={`${link.rel}${link.href}`} {...link} />
      ))}
      {styles.map((css) => typeof css === "string" && <style key={css}>{css}</style>)}
    </>
  );
}

function metaKey(meta: object) {
  const { charSet, title, name, property, media = "" } = meta as Record<string, string | undefined>;
  if (charSet) return "charset";
  if (title) return "title";
  return (name ?? property ?? JSON.stringify(meta)) + media;
}

/** Whether this is a public demo with stand-ins; the page server says so on each request it hands to us. */
const isSandbox = createIsomorphicFn()
  .server(() => getRequestHeader("x-openstall-sandbox") === "1")
  .client(() => document.documentElement.dataset.sandbox === "true");

/** Stands on every page of a public demo. */
function SandboxBanner() {
  if (!isSandbox()) return null;
  return (
    <p
      role="note"
      className="bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-soft-foreground"
    >
      This is a demo: its money is play money, and everybody may read its mail.
    </p>
  );
}
