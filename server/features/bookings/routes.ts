import * as contract from "#contract/bookings/bookings.ts";
import { browserHashOf } from "#server/features/access/browser-cookie.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { bookSession, cancelSession, listSessionTimes, listTimesForLine } from "./buyer-booking.ts";
import { cancelBooking, listBookings, listTimesForBooking, moveBooking } from "./creator-bookings.ts";

/** The times of sessions: what is free, and what buyers and creators do about what is booked. */
export function bookingRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listSessionTimes,
    handler: (request) =>
      listSessionTimes(
        services,
        request.params.id,
        browserHashOf(services.config, request),
        request.query.from,
      ),
  });
  app.route({
    ...contract.listTimesForLine,
    handler: (request) => listTimesForLine(services, request, request.params, request.query.from),
  });
  app.route({
    ...contract.bookSession,
    handler: (request) => bookSession(services, request, request.params, request.body),
  });
  app.route({
    ...contract.cancelSession,
    handler: (request) => cancelSession(services, request, request.params),
  });
  app.route({
    ...contract.listBookings,
    handler: (request) => listBookings(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.listTimesForBooking,
    handler: (request) =>
      listTimesForBooking(services, creatorOf(request), request.params.id, request.query.from),
  });
  app.route({
    ...contract.moveBooking,
    handler: (request) => moveBooking(services, creatorOf(request), request.params.id, request.body.startsAt),
  });
  app.route({
    ...contract.cancelBooking,
    async handler(request) {
      await cancelBooking(services, creatorOf(request), request.params.id);
      return { success: true as const };
    },
  });
}
