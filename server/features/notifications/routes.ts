import * as contract from "#contract/notifications/notifications.ts";
import * as pushContract from "#contract/notifications/push.ts";
import { streamNews } from "#contract/notifications/stream.ts";
import { Unauthorized } from "#server/errors.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { listChoices, saveChoice } from "./choices.ts";
import { listNotifications } from "./list-notifications.ts";
import { newsStreams } from "./news-streams.ts";
import { addPushBrowser, listPushBrowsers, removePushBrowser } from "./push/push-browsers.ts";
import { dismissFirstSale, getUnread, markRead } from "./read-notifications.ts";
import { stopSaleMails } from "./sale-mail-link.ts";
import { listTeamChoices, saveTeamChoice } from "./team-choices.ts";

/** What creators are told of, and by what ways. */
export async function notificationRoutes(app: App, services: Services): Promise<void> {
  const { pool, clock } = services;
  const success = { success: true as const };
  app.route({
    ...contract.listNotifications,
    handler: (request) => listNotifications(pool, signedInOf(request), request.query.cursor),
  });
  app.route({
    ...contract.getUnread,
    handler: (request) => getUnread(pool, signedInOf(request)),
  });
  const streams = newsStreams(services);
  app.addHook("preClose", async () => streams.close());
  app.route({
    ...streamNews,
    async handler(request, reply) {
      // What it heard last is newer than what its page began with.
      const heard = request.headers["last-event-id"];
      const seen = typeof heard === "string" ? heard : request.query.seen;
      const { creatorId: ownerId, personId, sessionId } = signedInOf(request);
      const body = await streams.open({ ownerId, personId, sessionId }, seen);
      // What stands between may not gather it.
      return reply.headers({ "content-type": "text/event-stream", "x-accel-buffering": "no" }).send(body);
    },
  });
  app.route({
    ...contract.markNotificationsRead,
    async handler(request) {
      await markRead(pool, signedInOf(request), request.body.id, clock.now());
      return success;
    },
  });
  app.route({
    ...contract.dismissFirstSale,
    async handler(request) {
      await dismissFirstSale(pool, creatorOf(request), clock.now());
      return success;
    },
  });
  app.route({
    ...contract.listNotificationChoices,
    async handler(request) {
      const { role, ...asking } = signedInOf(request);
      const choices =
        role === "OWNER"
          ? await listChoices(pool, asking.creatorId)
          : await listTeamChoices(pool, { ...asking, role });
      return { choices };
    },
  });
  app.route({
    ...contract.saveNotificationChoice,
    handler(request) {
      const { kind } = request.params;
      const { role, ...asking } = signedInOf(request);
      return role === "OWNER"
        ? saveChoice(pool, asking.creatorId, kind, request.body, clock.now())
        : saveTeamChoice(pool, { ...asking, role }, kind, request.body);
    },
  });
  app.route({
    ...pushContract.listPushBrowsers,
    handler: (request) => listPushBrowsers(services, creatorOf(request)),
  });
  app.route({
    ...pushContract.addPushBrowser,
    handler(request) {
      if (!request.signedIn) throw Unauthorized();
      return addPushBrowser(services, request.signedIn, request.body);
    },
  });
  app.route({
    ...pushContract.removePushBrowser,
    async handler(request) {
      await removePushBrowser(pool, creatorOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...contract.openSaleMails,
    handler: (_, reply) => reply.redirect("/admin?tab=settings&view=notifications"),
  });
  // Mail programs send `List-Unsubscribe=One-Click` as a form of either kind; the address says it all.
  await app.register(async (ofMailPrograms: App) => {
    ofMailPrograms.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "buffer", bodyLimit: 10_000 },
      (_request, _body, done) => done(null),
    );
    ofMailPrograms.route({
      ...contract.stopSaleMails,
      async handler(request) {
        await stopSaleMails(services, request.params.token);
        return success;
      },
    });
  });
}
