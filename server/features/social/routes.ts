import type { App } from "#server/http.ts";
import type { Services } from "#server/services.ts";

/** Social automation: one line for each part of it. */
export async function socialRoutes(_app: App, _services: Services): Promise<void> {}
