import * as contract from "#contract/tags/tags.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { deleteTag, listTags, renameTag } from "./own-tags.ts";
import { tagCustomer, untagCustomer } from "./tag-customer.ts";
import { tagCustomers, tagSubscribers } from "./tag-many.ts";

/** What creators keep about people in a word. */
export function tagRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listTags,
    handler: (request) => listTags(services, creatorOf(request)),
  });
  app.route({
    ...contract.renameTag,
    handler: (request) => renameTag(services, creatorOf(request), request.params.id, request.body.name),
  });
  app.route({
    ...contract.deleteTag,
    handler: (request) => deleteTag(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.tagCustomer,
    handler: (request) => tagCustomer(services, creatorOf(request), request.params.id, request.body.name),
  });
  app.route({
    ...contract.untagCustomer,
    handler: (request) => untagCustomer(services, creatorOf(request), request.params),
  });
  app.route({
    ...contract.tagCustomers,
    handler: (request) => tagCustomers(services, creatorOf(request), request.body),
  });
  app.route({
    ...contract.tagSubscribers,
    handler: (request) => tagSubscribers(services, creatorOf(request), request.body),
  });
}
