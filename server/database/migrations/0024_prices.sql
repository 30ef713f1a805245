ALTER TABLE "products" DROP CONSTRAINT "products_price";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_original_price";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_max_order_bumps";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_max_upsells";--> statement-breakpoint
ALTER TABLE "coupons" DROP CONSTRAINT "coupons_minimum";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_unit";--> statement-breakpoint
ALTER TABLE "sandbox"."transfer_reversals" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "sandbox"."transfers" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "sandbox"."transfers" ALTER COLUMN "reversed" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_price" CHECK ("subscriptions"."price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price" CHECK ("products"."price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_original_price" CHECK ("products"."original_price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_max_order_bumps" CHECK ("products"."max_order_bumps" between 0 and 20);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_max_upsells" CHECK ("products"."max_upsells" between 0 and 20);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_minimum" CHECK ("coupons"."minimum_order_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_unit" CHECK ("order_items"."unit_price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "upsell_offers" ADD CONSTRAINT "upsell_offers_amount" CHECK ("upsell_offers"."amount_cents" between 0 and 99999999);