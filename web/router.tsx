import { createRouter } from "@tanstack/react-router";
import { setupRouterSsrQueryIntegration } from "@tanstack/react-router-ssr-query";
import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";
import type { ReactNode } from "react";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { reloadForNewerBuild, useReloading } from "#web/newer-build.ts";
import { NotFoundScreen } from "#web/layout/not-found-screen.tsx";
import { routeTree } from "./route-tree.gen.ts";
import { createQueryClient, searchAsText } from "./router-defaults.ts";
import { useDrawnParts } from "#web/ui/drawn-parts.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** One router and one query cache per request on the server, one per tab in the browser. */
export function getRouter() {
  const queryClient = createQueryClient();
  // The names of all files stand in this one, so its own changes with any of them.
  reloadForNewerBuild(import.meta.url);
  const nonce = scriptNonce();
  let isTakingOver = !import.meta.env.SSR;
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingScreen,
    // What is ready is shown: the router would keep every page of a desk behind its first shape for half a second.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The server's page has put itself in its place by an inline script. Whoever has scrolled it since, before the router took
    // it over, stays there: the router would begin it at its top.
    scrollRestoration: () => {
      const places = !isTakingOver || scrollY === 0;
      isTakingOver = false;
      return places;
    },
    Wrap: WithDrawnParts,
    ...searchAsText,
    ...(nonce && { ssr: { nonce } }),
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

function WithDrawnParts({ children }: { children: ReactNode }) {
  useDrawnParts();
  return <>{children}</>;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}

/** A page whose loading failed. The details are in the server's log, not on the screen. */
function ErrorScreen() {
  if (useReloading()) return <LoadingScreen />;
  return (
    <MessageScreen
      title="Something went wrong"
      action={
        <>
          <LinkButton href="" size="lg">
            Try again
          </LinkButton>
          <LinkButton href="/" variant="outline" size="lg">
            Back to Home
          </LinkButton>
        </>
      }
    >
      We could not load this page. Your data is safe; please try again in a moment.
    </MessageScreen>
  );
}

/** The nonce this response's content security policy allows; the page server sets it on each request it hands to us. */
const scriptNonce = createIsomorphicFn()
  .server((): string | undefined => {
    try {
      return getRequestHeader("x-openstall-nonce");
    } catch {
      return undefined; // outside a request, when the page server asks for a page's mode
    }
  })
  .client((): string | undefined => undefined);
