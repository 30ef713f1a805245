import * as contract from "#contract/events/events.ts";
import { cancelEvent } from "#server/features/catalog/cancel-event.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getEventNews } from "./event-news.ts";

/** What creators do about the events they have sold. */
export function eventRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getEventNews,
    handler: (request) => getEventNews(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.cancelEvent,
    async handler(request) {
      const { id } = request.params;
      await cancelEvent(services, creatorOf(request), id, request.body.isCancelled);
      return getEventNews(services, creatorOf(request), id);
    },
  });
}
