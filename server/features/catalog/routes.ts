import type { FastifyRequest } from "fastify";
import { seesMoney } from "#contract/team/roles.ts";
import * as contract from "#contract/catalog/catalog.ts";
import * as actionContract from "#contract/catalog/product-actions.ts";
import * as archiveContract from "#contract/catalog/archived-products.ts";
import * as pageContract from "#contract/catalog/product-page.ts";
import * as stateContract from "#contract/catalog/product-states.ts";
import { sendCsv } from "#server/http/csv.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { cachedAnswer, sendKept } from "#server/pages/storefront-cache.ts";
import { archiveProduct, listArchivedProducts } from "./archive-product.ts";
import { findCreatorProducts } from "./creator-products.ts";
import { deleteProduct } from "./delete-product.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { chosenOf, productColumns } from "./export-products.ts";
import { listMyProducts } from "./my-products.ts";
import { playProductVideo, readProductVideoCaptions } from "./play-product-video.ts";
import { getProduct } from "./product-page.ts";
import { checkSlug } from "./product-slugs.ts";
import { createProduct, updateProduct } from "./save-product.ts";
import { setProductStates } from "./set-product-states.ts";
import { createShareCards } from "./share-card.ts";

export function catalogRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listCreatorProducts,
    handler: async (request, reply) => {
      const handle = request.params.handle.toLowerCase();
      const list = await services.storefronts.get(
        handle,
        "products",
        async () => {
          const found = await findCreatorProducts(services, handle);
          // The statement reads the contract's fields and no others (a test compares them), so nothing is left to strip here.
          return found && cachedAnswer(JSON.stringify(found.products), found.until);
        },
        request.url,
      );
      if (!list) throw NotFound("Creator not found");
      return sendKept(list, request, reply);
    },
  });
  app.route({
    ...pageContract.getProduct,
    handler: (request) =>
      getProduct(services, { ...request.params, ...request.query }, request.signedIn?.creatorId),
  });
  app.route({
    ...pageContract.playProductVideo,
    handler: (request, reply) => playProductVideo(services, request, reply, request.params),
  });
  app.route({
    ...pageContract.readProductVideoCaptions,
    handler: (request, reply) => readProductVideoCaptions(services, request, reply, request.params),
  });
  app.route({
    ...contract.listMyProducts,
    handler: async (request) =>
      (await listMyProducts(services.db, creatorOf(request), services.clock.now())).map(shownTo(request)),
  });
  app.route({
    ...contract.exportProducts,
    handler: async (request, reply) =>
      sendCsv(
        reply,
        "products.csv",
        productColumns,
        chosenOf(
          (await listMyProducts(services.db, creatorOf(request), services.clock.now())).map(shownTo(request)),
          request.query.ids,
        ),
      ),
  });
  app.route({
    ...contract.createProduct,
    handler: async (request, reply) =>
      reply.code(201).send(await createProduct(services, creatorOf(request), request.body)),
  });
  app.route({
    ...contract.updateProduct,
    handler: async (request) =>
      shownTo(request)(await updateProduct(services, creatorOf(request), request.params.id, request.body)),
  });
  app.route({
    ...actionContract.duplicateProduct,
    handler: async (request, reply) =>
      reply.code(201).send(await duplicateProduct(services, creatorOf(request), request.params.id)),
  });
  app.route({
    ...actionContract.deleteProduct,
    handler: (request) => deleteProduct(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...archiveContract.listArchivedProducts,
    handler: async (request) =>
      (await listArchivedProducts(services, creatorOf(request))).map(shownTo(request)),
  });
  app.route({
    ...archiveContract.archiveProduct,
    handler: (request) =>
      archiveProduct(services, creatorOf(request), request.params.id, request.body.isArchived),
  });
  app.route({
    ...stateContract.setProductStates,
    handler: (request) => setProductStates(services, creatorOf(request), request.body.products),
  });
  app.route({
    ...actionContract.checkSlug,
    handler: (request) => checkSlug(services.db, creatorOf(request), request.query),
  });

  const shareCards = createShareCards(services);
  app.get<{ Params: { handle: string } }>("/og/u/:handle.jpg", (request, reply) =>
    shareCards.sendStore(request.params.handle, request, reply),
  );
  app.get<{ Params: { handle: string; slug: string } }>("/og/u/:handle/:slug.jpg", (request, reply) =>
    shareCards.sendProduct(request.params.handle, request.params.slug, request, reply),
  );
}

/** How often something was sold, times its price, is money: who sees none of the store's is not told it. */
const shownTo =
  (request: FastifyRequest) =>
  <Product extends { orderCount: number | null }>(product: Product): Product =>
    seesMoney(signedInOf(request).role) ? product : { ...product, orderCount: null };
