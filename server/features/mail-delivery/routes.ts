import * as contract from "#contract/mail-delivery/mail-delivery.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getMailDelivery } from "./get-mail-delivery.ts";

/** What a creator sees of how their mails arrive. */
export function mailDeliveryRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getMailDelivery,
    handler: (request) => getMailDelivery(services, creatorOf(request)),
  });
}
