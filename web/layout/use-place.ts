import { useRouterState } from "@tanstack/react-router";
import type { Place } from "./navigation.ts";

/** Where somebody is in the signed-in half. */
export function usePlace(): Place {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const search = new URLSearchParams(searchStr);
  return {
    pathname,
    tab: search.get("tab") || "products",
    view: search.get("view") ?? undefined,
    onlyMembers: search.get("members") === "true",
  };
}
