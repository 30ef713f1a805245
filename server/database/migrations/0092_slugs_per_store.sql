-- outside a transaction
-- The index keeps its name, by which the version before recognizes a slug that is taken. Products of two stores may share a
-- slug from here on: what that version looks up by a slug alone, it may then find in either store.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "products_slug_of_store" ON "products" USING btree ("slug","owner_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_slug_unique";--> statement-breakpoint
ALTER INDEX IF EXISTS "products_slug_of_store" RENAME TO "products_slug_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "former_slugs_of_product" ON "former_slugs" USING btree ("slug","product_id");--> statement-breakpoint
ALTER TABLE "former_slugs" DROP CONSTRAINT IF EXISTS "former_slugs_pkey",
  DROP CONSTRAINT IF EXISTS "former_slugs_slug_product_id_pk",
  ADD CONSTRAINT "former_slugs_slug_product_id_pk" PRIMARY KEY USING INDEX "former_slugs_of_product";
