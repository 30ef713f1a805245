import * as contract from "#contract/members/memberships.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { libraryRoutes } from "./library/library-routes.ts";
import { finishCardChange, retryMembershipPayment, startCardChange } from "./memberships/change-card.ts";
import {
  cancelMembership,
  keepMembership,
  pauseMembership,
  resumeMembership,
} from "./memberships/change-membership.ts";
import { listMemberships } from "./memberships/list-memberships.ts";
import { postRoutes } from "./posts/post-routes.ts";
import { memberSignInRoutes } from "./sign-in/sign-in-routes.ts";

/** What a proven member does with their membership. */
export function memberRoutes(app: App, services: Services): void {
  memberSignInRoutes(app, services);
  postRoutes(app, services);
  libraryRoutes(app, services);
  app.route({
    ...contract.listMemberships,
    handler: (request) => listMemberships(services, request, request.query.orderId),
  });
  app.route({
    ...contract.cancelMembership,
    handler: (request) => cancelMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.keepMembership,
    handler: (request) => keepMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.pauseMembership,
    handler: (request) => pauseMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.resumeMembership,
    handler: (request) => resumeMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.startCardChange,
    handler: (request) => startCardChange(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.finishCardChange,
    handler: (request) => finishCardChange(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.retryMembershipPayment,
    handler: (request) => retryMembershipPayment(services, request, { ...request.body, ...request.params }),
  });
}
