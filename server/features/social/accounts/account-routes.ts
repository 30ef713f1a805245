import * as contract from "#contract/social/social-accounts.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { callbackRoutes } from "./callback-routes.ts";
import { connectDemoAccount, isDemoName } from "./connect-demo.ts";
import { connectManualAccount } from "./connect-manual.ts";
import { disconnectSocialAccount } from "./disconnect-account.ts";
import { listSocialAccounts } from "./list-accounts.ts";
import { oauthRoutes } from "./oauth-routes.ts";
import { simulateFan } from "./simulate-fan.ts";
import { getSocialSetup } from "./social-setup.ts";
import { updateSocialAccount } from "./update-account.ts";

export async function socialAccountRoutes(app: App, services: Services): Promise<void> {
  oauthRoutes(app, services);
  await callbackRoutes(app, services);

  app.route({
    ...contract.listSocialAccounts,
    handler: (request) => listSocialAccounts(services, creatorOf(request)),
  });
  app.route({
    ...contract.connectSocialAccount,
    handler: async (request, reply) => {
      const { demo, platform, username } = request.body;
      const connect = demo || isDemoName(platform, username) ? connectDemoAccount : connectManualAccount;
      return reply.code(201).send(await connect(services, creatorOf(request), request.body));
    },
  });
  app.route({
    ...contract.updateSocialAccount,
    handler: (request) => updateSocialAccount(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.disconnectSocialAccount,
    handler: async (request) => {
      await disconnectSocialAccount(services, creatorOf(request), request.params.id);
      return { success: true as const };
    },
  });
  app.route({
    ...contract.simulateFan,
    handler: async (request, reply) =>
      reply.code(202).send(await simulateFan(services, creatorOf(request), request.params.id, request.body)),
  });
  app.route({
    ...contract.getSocialSetup,
    handler: (request) => getSocialSetup(services, creatorOf(request)),
  });
}
