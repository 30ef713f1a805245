ALTER TABLE "products" ADD COLUMN "yearly_price_cents" integer;--> statement-breakpoint
ALTER TABLE "cart_versions" ADD COLUMN "billing_interval" text DEFAULT 'ONE_TIME' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_drafts" ADD COLUMN "billing_interval" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_yearly_price" CHECK ("products"."yearly_price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_yearly" CHECK ("products"."yearly_price_cents" is null
          or "products"."billing_interval" = 'MONTH' and "products"."price_cents" > 0 and "products"."yearly_price_cents" >= 50);--> statement-breakpoint
ALTER TABLE "cart_versions" ADD CONSTRAINT "cart_versions_interval" CHECK ("cart_versions"."billing_interval" in ('ONE_TIME', 'MONTH', 'YEAR'));--> statement-breakpoint
ALTER TABLE "checkout_drafts" ADD CONSTRAINT "checkout_drafts_interval" CHECK ("checkout_drafts"."billing_interval" in ('MONTH', 'YEAR'));