import { z } from "zod";
import * as contract from "#contract/mailing-list/mailing-list.ts";
import { ensureBrowserCookie } from "#server/features/access/browser-cookie.ts";
import { replyLinkOf } from "#server/features/social/links/reply-cookie.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { cachedAnswer, sendKept } from "#server/pages/storefront-cache.ts";
import type { Services } from "#server/services.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import { joinFormRoute } from "./join-form.ts";
import { joinList } from "./join-list.ts";
import { getMailingList, getPublicList, saveMailingList } from "./list-settings.ts";
import { countSubscribers, deleteSubscriber, exportSubscribers, listSubscribers } from "./subscribers.ts";
import { getSubscription, resubscribe, unsubscribe } from "./unsubscribe.ts";

const answer = contract.getPublicList.schema.response[200];

/** A creator's mailing list: how it is joined and left, and what its creator sees of it. */
export async function mailingListRoutes(app: App, services: Services): Promise<void> {
  const success = { success: true as const };
  app.route({
    ...contract.getPublicList,
    async handler(request, reply) {
      const handle = request.params.handle.toLowerCase();
      const load = async () => {
        const found = await getPublicList(services, handle);
        return cachedAnswer(JSON.stringify(z.encode(answer, found)));
      };
      const kept = await services.storefronts.get(handle, "mailing-list", load);
      return sendKept(kept ?? (await load()), request, reply);
    },
  });
  app.route({
    ...contract.joinList,
    async handler(request) {
      await joinList(services, request.params.handle, { ...request.body, ip: request.ip });
      return { ...success, message: "If this address is not on the list yet, a code is on its way." };
    },
  });
  await app.register((forms: App) => joinFormRoute(forms, services));
  app.route({
    ...contract.confirmSubscription,
    handler: (request, reply) =>
      confirmSubscription(services, request.params.handle, request.body, {
        browserHash: ensureBrowserCookie(services.config, request, reply),
        replyLinkCode: replyLinkOf(services.config, request),
      }),
  });
  app.route({
    ...contract.getSubscription,
    handler: (request) => getSubscription(services, request.params.token),
  });
  app.route({
    ...contract.resubscribe,
    handler: (request) => resubscribe(services, request.params.token, request.query.scope),
  });
  // Mail programs send `List-Unsubscribe=One-Click` as a form of either kind; the address says it all.
  await app.register(async (ofMailPrograms: App) => {
    ofMailPrograms.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "buffer", bodyLimit: 10_000 },
      (_request, _body, done) => done(null),
    );
    ofMailPrograms.route({
      ...contract.unsubscribe,
      async handler(request) {
        await unsubscribe(services, request.params.token, request.query.scope);
        return success;
      },
    });
  });

  app.route({
    ...contract.getMailingList,
    handler: (request) => getMailingList(services, creatorOf(request)),
  });
  app.route({
    ...contract.saveMailingList,
    handler: (request) => saveMailingList(services, creatorOf(request), request.body),
  });
  app.route({
    ...contract.listSubscribers,
    handler: (request) => listSubscribers(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.countSubscribers,
    handler: (request) => countSubscribers(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.deleteSubscriber,
    async handler(request) {
      await deleteSubscriber(services, creatorOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...contract.exportSubscribers,
    handler: (request, reply) => exportSubscribers(services, creatorOf(request), request.query, reply),
  });
}
