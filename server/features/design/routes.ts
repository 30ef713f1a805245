import * as contract from "#contract/design/design.ts";
import { NotFound } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import { cachedAnswer, sendCached } from "#server/pages/storefront-cache.ts";
import type { Services } from "#server/services.ts";
import { getStoreLook } from "./store-look.ts";

export function designRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getStoreLook,
    handler: async (request, reply) => {
      const handle = request.params.handle.toLowerCase();
      const look = await services.storefronts.get(handle, "look", async () =>
        cachedAnswer(JSON.stringify({ look: await getStoreLook(services, handle) })),
      );
      if (!look) throw NotFound("Creator not found");
      return sendCached(request, reply, look);
    },
  });
}
