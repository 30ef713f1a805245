import { z } from "zod";
import * as contract from "#contract/design/design.ts";
import { getStoreBlocks as storeBlocks } from "#contract/design/store-blocks.ts";
import * as studio from "#contract/design/studio.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { cachedAnswer, sendKept } from "#server/pages/storefront-cache.ts";
import { findStorefrontEnd } from "#server/pages/storefront-end.ts";
import type { Services } from "#server/services.ts";
import { listAvatarColors } from "./avatar-colors.ts";
import { accentStyle, partAccentStyle } from "./accent-style.ts";
import {
  getMyDesign,
  listDesignVersions,
  publishMyDesign,
  restoreDesignVersion,
  updateMyDesign,
} from "./my-design.ts";
import { getStoreBlocks } from "./store-blocks.ts";
import { getStoreLook } from "./store-look.ts";

const blocksAnswer = storeBlocks.schema.response[200];

export function designRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getStoreLook,
    handler: async (request, reply) => {
      const handle = request.params.handle.toLowerCase();
      const look = await services.storefronts.get(
        handle,
        "look",
        async () => cachedAnswer(JSON.stringify({ look: await getStoreLook(services, handle) })),
        request.url,
      );
      if (!look) throw NotFound("Creator not found");
      return sendKept(look, request, reply);
    },
  });

  app.route({
    ...storeBlocks,
    handler: async (request, reply) => {
      const handle = request.params.handle.toLowerCase();
      const kept = await services.storefronts.get(
        handle,
        "blocks",
        async () => {
          const until = await findStorefrontEnd(services.pool, handle, services.clock.now());
          const blocks = await getStoreBlocks(services, handle);
          return cachedAnswer(JSON.stringify(z.encode(blocksAnswer, { blocks })), until);
        },
        request.url,
      );
      if (!kept) throw NotFound("Creator not found");
      return sendKept(kept, request, reply);
    },
  });

  app.route({
    ...contract.getAccentStyle,
    handler: (request, reply) =>
      reply
        .header("content-type", "text/css; charset=utf-8")
        .header("cache-control", "public, max-age=31536000, immutable")
        .send(styleOf(request.params.name)),
  });

  app.route({
    ...studio.getMyDesign,
    handler: (request) => getMyDesign(services, creatorOf(request), request.query.version),
  });
  app.route({
    ...studio.listAvatarColors,
    handler: async (request) => ({
      colors: await listAvatarColors(services, creatorOf(request), request.query.imageId),
    }),
  });
  app.route({
    ...studio.updateMyDesign,
    handler: (request) => updateMyDesign(services, creatorOf(request), request.body),
  });
  app.route({
    ...studio.publishMyDesign,
    handler: (request) => publishMyDesign(services, creatorOf(request), request.body.revision),
  });
  app.route({
    ...studio.listDesignVersions,
    handler: (request) => listDesignVersions(services.db, creatorOf(request)),
  });
  app.route({
    ...studio.restoreDesignVersion,
    handler: (request) => restoreDesignVersion(services, creatorOf(request), request.params.number),
  });
}

function styleOf(name: string): string {
  const accent = `#${name.slice(0, 6)}`;
  return name.includes("-part") ? partAccentStyle(accent) : accentStyle(accent);
}
