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
import { useEffect } from "react";
import { earlyInputScript, replayEarlyInput } from "#web/layout/early-input.ts";
import { NotFoundScreen } from "#web/layout/not-found-screen.tsx";
import { isSandbox, SandboxBanner } from "#web/layout/sandbox-banner.tsx";
import { StaticHead } from "#web/layout/static-head.tsx";
import { currentTheme } from "#web/layout/theme.ts";
import { isHydrated, isUnknownPath } from "#web/page-mode.ts";
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
      suppressHydrationWarning
    >
      <head>
        <ScriptOnce>{earlyInputScript()}</ScriptOnce>
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
