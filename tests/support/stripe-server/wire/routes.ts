import type { Endpoint } from "./endpoint.ts";
import { StripeError } from "./stripe-error.ts";

export type Match = { endpoint: Endpoint; id: string; parentId: string };

/** Finds an endpoint by method and path; `{id}` matches one part of the path. */
export function createRouter(endpoints: readonly Endpoint[]) {
  const routes = endpoints.map((endpoint) => {
    const [method = "", path = ""] = endpoint.route.split(" ");
    const pattern = path.replaceAll(/[.]/g, "\\.").replaceAll(/\{[^}]+\}/g, "([^/]+)");
    return { method, pattern: new RegExp(`^${pattern}$`), endpoint };
  });
  const seen = new Set<string>();
  for (const { route } of endpoints) {
    if (seen.has(route)) throw new Error(`${route} is served twice`);
    seen.add(route);
  }
  return (method: string, path: string): Match => {
    for (const route of routes) {
      const found = route.method === method ? route.pattern.exec(path) : null;
      if (!found) continue;
      const ids = found.slice(1).map((id) => decodeURIComponent(id));
      return { endpoint: route.endpoint, id: ids.at(-1) ?? "", parentId: ids[0] ?? "" };
    }
    throw new StripeError(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${path}). This test server does not serve it.`,
    });
  };
}
