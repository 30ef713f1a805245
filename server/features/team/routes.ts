import * as own from "#contract/team/own-teams.ts";
import * as contract from "#contract/team/team.ts";
import { actFor } from "#server/features/accounts/sessions.ts";
import { type App, creatorOf, personOf, signedInOf } from "#server/http/http.ts";
import { clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { inviteColleague, resendInvitation, withdrawInvitation } from "./invitations.ts";
import { acceptInvitation, declineInvitation, listOwnTeams } from "./own-teams.ts";
import { changeRole, endMembership, listTeam } from "./team.ts";

/** Who works for a store besides its owner, and the stores that somebody works for. */
export function teamRoutes(app: App, services: Services): void {
  const success = { success: true as const };

  app.route({ ...contract.listTeam, handler: (request) => listTeam(services, creatorOf(request)) });
  app.route({
    ...contract.inviteColleague,
    handler: async (request, reply) =>
      reply.code(201).send(await inviteColleague(services, creatorOf(request), request.body)),
  });
  app.route({
    ...contract.resendInvitation,
    handler: (request) => resendInvitation(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.withdrawInvitation,
    async handler(request) {
      await withdrawInvitation(services, creatorOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...contract.changeRole,
    handler: (request) =>
      changeRole(services, creatorOf(request), request.params.id, request.body.role, clientOf(request)),
  });
  app.route({
    ...contract.removeColleague,
    async handler(request) {
      await endMembership(services, creatorOf(request), request.params.id, clientOf(request));
      return success;
    },
  });

  app.route({ ...own.listOwnTeams, handler: (request) => listOwnTeams(services, signedInOf(request)) });
  app.route({
    ...own.acceptInvitation,
    handler: (request) =>
      acceptInvitation(services, signedInOf(request), request.params.id, clientOf(request)),
  });
  app.route({
    ...own.declineInvitation,
    async handler(request) {
      await declineInvitation(services, personOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...own.leaveTeam,
    async handler(request) {
      await endMembership(services, request.params.id, personOf(request), clientOf(request));
      return success;
    },
  });
  app.route({
    ...own.chooseStore,
    async handler(request) {
      await actFor(services, signedInOf(request), request.body.storeId);
      return success;
    },
  });
}
