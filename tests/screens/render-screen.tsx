import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  type AnyRoute,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { page } from "vitest/browser";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { createQueryClient, searchAsText } from "#web/router-defaults.ts";
import { ZoneContext } from "#web/ui/dates.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { TooltipProvider } from "#web/ui/tooltip.tsx";

/** How wide the window is: a small phone's 320 pixels, a phone's 390, or the 1,280 of a desk. */
export type Width = 320 | 390 | 1280;

type Options = {
  /** The address that it is opened at. */
  at?: string;
  width?: Width;
  /** Other pages that it leads to, by their paths. */
  elsewhere?: readonly string[];
};

/** A screen that is open, and the address that stands in its window. */
export type OpenScreen = {
  address: () => string;
  /** The browser's own button. */
  goBack: () => void;
};

let opened: { root: Root; container: HTMLElement; history: RouterHistory } | undefined;

/** Shows a screen, or a part of one, as its page would: with the app's own router and queries, in a creator's zone, UTC. */
export async function renderScreen(screen: ReactElement, options: Options = {}): Promise<OpenScreen> {
  const frame = createRootRoute({ component: Outlet });
  const [here, ...away] = [
    { path: "$", component: () => screen },
    ...(options.elsewhere ?? []).map((path) => ({ path })),
  ].map((route) => createRoute({ getParentRoute: () => frame, ...route }));
  return open(frame.addChildren([here, ...away] as AnyRoute[]), options);
}

/** Opens a page by its route: with what its loader asks for, and what it reads from its address. */
export async function openRoute(route: AnyRoute, at: string, options: Options = {}): Promise<OpenScreen> {
  const frame = createRootRoute({ component: Outlet });
  const path = at.split("?")[0];
  const shown = route.update({ id: path, path, getParentRoute: () => frame } as never);
  return open(frame.addChildren([shown]), { at, ...options });
}

async function open(routeTree: AnyRoute, { at = "/", width = 1280 }: Options): Promise<OpenScreen> {
  closeScreen();
  await page.viewport(width, width === 1280 ? 800 : 844);
  const queryClient = createQueryClient();
  window.history.replaceState(null, "", at);
  const history = createBrowserHistory();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    history,
    defaultPendingComponent: LoadingScreen,
    defaultPendingMinMs: 0,
    ...searchAsText,
  });
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  opened = { root, container, history };
  root.render(
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <ZoneContext value="UTC">
          <TooltipProvider>
            <div className="isolate">
              <RouterProvider router={router as never} />
            </div>
          </TooltipProvider>
        </ZoneContext>
        <Toaster />
      </CSPProvider>
    </QueryClientProvider>,
  );
  return { address: () => router.state.location.href, goBack: () => window.history.back() };
}

/** Whether a tab that is closed or loaded anew now would ask first. */
export const asksBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** As when its tab is closed or loaded anew: what the browser has kept by then stays, and no part of it tidies up. */
export function closeScreen(): void {
  const kept = [localStorage, sessionStorage].map((storage) => ({
    storage,
    entries: Object.entries(storage),
  }));
  opened?.root.unmount();
  opened?.history.destroy();
  opened?.container.remove();
  opened = undefined;
  for (const { storage, entries } of kept) {
    storage.clear();
    for (const [name, value] of entries) storage.setItem(name, value as string);
  }
}
