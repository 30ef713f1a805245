import { bundleParts } from "#server/database/schema/bundles.ts";
import type { products } from "#server/database/schema/catalog.ts";
import { makeProduct } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type Product = typeof products.$inferSelect;

/** A $40 bundle on sale, of products of one creator. */
export async function makeBundle(
  app: TestApp,
  parts: readonly Product[],
  fields: Partial<typeof products.$inferInsert> = {},
): Promise<Product> {
  const [first] = parts;
  if (!first) throw new Error("a bundle is made of products");
  const bundle = await makeProduct(app, {
    priceCents: 4_000,
    ...fields,
    ownerId: first.ownerId,
    type: "BUNDLE",
  });
  await app.services.db.insert(bundleParts).values(
    parts.map(({ id, type }, place) => ({
      bundleId: bundle.id,
      partId: id,
      ownerId: bundle.ownerId,
      partType: type,
      position: place + 1,
    })),
  );
  return bundle;
}
