-- Filled as a generated column is, in one pass and without the triggers of an update: what is on sale stays on sale.
ALTER TABLE "products" ADD COLUMN "state" text GENERATED ALWAYS AS (
  CASE WHEN "archived_at" IS NOT NULL THEN 'ARCHIVED' WHEN "active" THEN 'PUBLISHED' ELSE 'DRAFT' END) STORED;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "state" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "state" SET DEFAULT 'PUBLISHED', ALTER COLUMN "state" SET NOT NULL;--> statement-breakpoint
-- It watches the column that goes; the rules make it anew.
DROP TRIGGER IF EXISTS next_revision ON "products";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "active";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "archived_at";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_state" CHECK ("products"."state" in ('DRAFT', 'PUBLISHED', 'ARCHIVED'));
