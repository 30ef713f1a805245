import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { socialAccountRoutes } from "./accounts/account-routes.ts";
import { conversationRoutes } from "./conversations/conversation-routes.ts";
import { webhookRoutes } from "./engine/inbox/webhook-routes.ts";
import { linkRoutes } from "./links/link-routes.ts";
import { responseRoutes } from "./responses/response-routes.ts";

/** Social automation: one line for each part of it. */
export async function socialRoutes(app: App, services: Services): Promise<void> {
  await socialAccountRoutes(app, services);
  conversationRoutes(app, services);
  linkRoutes(app, services);
  responseRoutes(app, services);
  await webhookRoutes(app, services);
}
