import type { AnyRoute, AsyncRouteComponent } from "@tanstack/react-router";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { noticeMailReaders } from "./notice-mail-readers.ts";
import { getRouter } from "./router.tsx";

/**
 * Takes over the page that the server rendered. Start's own client does the same, and carries what server functions need
 * besides: a tenth of the framework's weight. Openstall has none of them: its calls are the contract's.
 *
 * Not before the page's own scripts are there: the router would put an error in the place of what the server drew.
 */
async function takeOver(): Promise<void> {
  const router = getRouter();
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  await Promise.all(routes.map(async (route) => router.loadRouteChunk(route)));
  // A component that came has nothing left to preload; one that did not is quiet until it is drawn (its lazyRouteComponent).
  const isMissing = ({ options }: AnyRoute) =>
    (options.component as AsyncRouteComponent<unknown> | undefined)?.preload;
  if (routes.some(isMissing)) return window.lostScripts?.lose();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
  noticeMailReaders();
}

void takeOver();
