import * as attendance from "#contract/events/attendees.ts";
import * as contract from "#contract/events/events.ts";
import { cancelEvent } from "#server/features/catalog/cancel-event.ts";
import { sendCsv } from "#server/http/csv.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { attendeesExport, listAttendees } from "./attendees.ts";
import { checkIn } from "./check-in.ts";
import { getEventNews } from "./event-news.ts";

/** What creators do about the events they have sold. */
export function eventRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getEventNews,
    handler: (request) => getEventNews(services, signedInOf(request), request.params.id),
  });
  app.route({
    ...contract.cancelEvent,
    async handler(request) {
      const { id } = request.params;
      await cancelEvent(services, creatorOf(request), id, request.body.isCancelled);
      return getEventNews(services, signedInOf(request), id);
    },
  });
  app.route({
    ...attendance.listAttendees,
    handler: (request) => listAttendees(services, creatorOf(request), request.params.id, request.query),
  });
  app.route({
    ...attendance.checkInAttendee,
    handler: (request) => checkIn(services, creatorOf(request), request.params, request.body.isHere),
  });
  app.route({
    ...attendance.exportAttendees,
    async handler(request, reply) {
      const { columns, rows } = await attendeesExport(services, creatorOf(request), request.query.productId);
      return sendCsv(reply, "attendees.csv", columns, rows);
    },
  });
}
