import * as contract from "#contract/social/conversations.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { untagDmConversation } from "./conversation-tags.ts";
import { getDmConversation, listDmConversations } from "./list-conversations.ts";
import { listSocialEvents } from "./list-events.ts";
import { listDmMessages } from "./list-messages.ts";
import { sendDmMessage } from "./send-by-hand.ts";
import { updateDmConversation } from "./update-conversation.ts";

export function conversationRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listNewestConversations,
    handler: async (request) =>
      (await listDmConversations(services, creatorOf(request), request.query)).conversations,
  });
  app.route({
    ...contract.listDmConversations,
    handler: (request) => listDmConversations(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.getDmConversation,
    handler: (request) =>
      getDmConversation(services.pool, creatorOf(request), request.params.id, services.clock.now()),
  });
  app.route({
    ...contract.listDmMessages,
    handler: (request) => listDmMessages(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.updateDmConversation,
    handler: (request) => updateDmConversation(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.untagDmConversation,
    handler: (request) => untagDmConversation(services, creatorOf(request), request.params),
  });
  app.route({
    ...contract.sendDmMessage,
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await sendDmMessage(services, creatorOf(request), request.params.id, request.body)),
  });
  app.route({
    ...contract.listSocialEvents,
    handler: (request) => listSocialEvents(services, creatorOf(request), request.query),
  });
}
