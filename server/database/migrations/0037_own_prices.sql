ALTER TABLE "products" ADD COLUMN "suggested_price_cents" integer;--> statement-breakpoint
ALTER TABLE "checkout_drafts" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_suggested_price" CHECK ("products"."suggested_price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_own_price" CHECK ("products"."suggested_price_cents" is null
          or "products"."type" <> 'MEMBERSHIP' and "products"."suggested_price_cents" >= greatest(50, "products"."price_cents")
          and ("products"."price_cents" = 0 or "products"."price_cents" >= 50));--> statement-breakpoint
ALTER TABLE "checkout_drafts" ADD CONSTRAINT "checkout_drafts_amount" CHECK ("checkout_drafts"."amount_cents" between 0 and 99999999);