import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";

/** Whether the visitor came to this page by a navigation of their own; the page server says so on each request. */
export const isOwnNavigation = createIsomorphicFn()
  .server(() => getRequestHeader("x-openstall-own-navigation") === "1")
  .client(() => true);
