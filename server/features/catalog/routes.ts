import * as contract from "#contract/catalog.ts";
import { sendCsv } from "#server/csv.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf } from "#server/http.ts";
import type { Services } from "#server/services.ts";
import { createStorefrontCache, sendCached } from "#server/storefront-cache.ts";
import { findCreatorProducts } from "./creator-products.ts";
import { deleteProduct } from "./delete-product.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { productColumns } from "./export-products.ts";
import { listMyProducts } from "./my-products.ts";
import { getProduct } from "./product-page.ts";
import { checkSlug } from "./product-slugs.ts";
import { createProduct, updateProduct } from "./save-product.ts";
import { createShareCards } from "./share-card.ts";

export function catalogRoutes(app: App, services: Services): void {
  const lists = createStorefrontCache(services, async (handle) => {
    const products = await findCreatorProducts(services, handle);
    // The statement reads the contract's fields and no others (a test compares them), so nothing is left to strip here.
    return products && JSON.stringify(products);
  });

  /** This process shows what its creator has just changed; the others hear of it in a moment. */
  async function changed<T>(creatorId: string, change: Promise<T>): Promise<T> {
    const result = await change;
    await lists.forgetOwner(creatorId);
    return result;
  }

  app.route({
    ...contract.listCreatorProducts,
    handler: async (request, reply) => {
      const list = await lists.get(request.params.handle.toLowerCase());
      if (!list) throw NotFound("Creator not found");
      return sendCached(request, reply, list);
    },
  });
  app.route({
    ...contract.getProduct,
    handler: (request) => getProduct(services, request.params.idOrSlug, request.signedIn?.creatorId),
  });
  app.route({
    ...contract.listMyProducts,
    handler: (request) => listMyProducts(services.db, creatorOf(request)),
  });
  app.route({
    ...contract.exportProducts,
    handler: async (request, reply) =>
      sendCsv(reply, "products.csv", productColumns, await listMyProducts(services.db, creatorOf(request))),
  });
  app.route({
    ...contract.createProduct,
    handler: async (request, reply) => {
      const creatorId = creatorOf(request);
      return reply.code(201).send(await changed(creatorId, createProduct(services, creatorId, request.body)));
    },
  });
  app.route({
    ...contract.updateProduct,
    handler: (request) => {
      const creatorId = creatorOf(request);
      return changed(creatorId, updateProduct(services, creatorId, request.params.id, request.body));
    },
  });
  app.route({
    ...contract.duplicateProduct,
    handler: async (request, reply) =>
      reply.code(201).send(await duplicateProduct(services, creatorOf(request), request.params.id)),
  });
  app.route({
    ...contract.deleteProduct,
    handler: (request) => {
      const creatorId = creatorOf(request);
      return changed(creatorId, deleteProduct(services, creatorId, request.params.id));
    },
  });
  app.route({
    ...contract.checkSlug,
    handler: (request) => checkSlug(services.db, creatorOf(request), request.query),
  });

  const sendShareCard = createShareCards(services);
  app.get<{ Params: { handle: string } }>("/og/u/:handle.jpg", (request, reply) =>
    sendShareCard(request.params.handle, request, reply),
  );
}
