import { QueryClient } from "@tanstack/react-query";
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
import { useDrawnParts } from "#web/ui/drawn-parts.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** One router and one query cache per request on the server, one per tab in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
      // Without a network a change fails at once, with words: one that waits for it unseen could be made much later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  // The names of all files stand in this one, so its own changes with any of them.
  reloadForNewerBuild(import.meta.url);
  const nonce = scriptNonce();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingScreen,
    // What is ready is shown: the router would keep every page of a desk behind its first shape for half a second.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
    Wrap: WithDrawnParts,
    // Search values stay text: the router's own parser would turn ?aff=123 into a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: searchText,
    ...(nonce && { ssr: { nonce } }),
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

function WithDrawnParts({ children }: { children: ReactNode }) {
  useDrawnParts();
  return <>{children}</>;
}

function searchText(search: Record<string, unknown>) {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
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
