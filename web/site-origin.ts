import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";

/** This site's origin (PUBLIC_URL), for the few addresses that must be absolute: "https://store.example.com". */
export const siteOrigin = createIsomorphicFn()
  .server(() => new URL(getRequest().url).origin)
  .client(() => location.origin);
