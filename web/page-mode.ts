import { createIsomorphicFn } from "@tanstack/react-start";

/**
 * How a page is delivered, named in its route file as `staticData: { page: … }`.
 * - static: server-rendered, no script at all; the same for everyone, so it is cached
 * - ssr: server-rendered, then hydrated (the default)
 * - client: rendered in the browser (the route also says `ssr: false`)
 * - own: static, for the signed-in creator alone
 * - by-session: static for a visitor, hydrated for a signed-in creator; its loader returns `{ user }`
 */
export type PageMode = "static" | "ssr" | "client" | "own" | "by-session";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    page?: PageMode;
  }
}

type Match = { staticData: { page?: PageMode }; loaderData?: unknown };

/** Whether the page carries scripts. In the browser it always does: the scripts are what is asking. */
export const isHydrated = createIsomorphicFn()
  .server((matches: readonly Match[]) => !isUnknownPath(matches) && !matches.some(isStatic))
  .client((_matches: readonly Match[]) => true);

/** Only the root matched: the 404 screen, which needs no script. */
export function isUnknownPath(matches: readonly unknown[]) {
  return matches.length === 1;
}

function isStatic({ staticData, loaderData }: Match) {
  if (staticData.page === "by-session") return !(loaderData as { user?: unknown } | undefined)?.user;
  return staticData.page === "static" || staticData.page === "own";
}
