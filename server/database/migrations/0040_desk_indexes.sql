DROP INDEX "order_items_product";--> statement-breakpoint
DROP INDEX "order_items_bump";--> statement-breakpoint
DROP INDEX "upsell_offers_upsell";--> statement-breakpoint
DROP INDEX "access_customer";--> statement-breakpoint
DROP INDEX "orders_owner_created";--> statement-breakpoint
DROP INDEX "orders_owner_coupon";--> statement-breakpoint
CREATE INDEX "digital_downloads_product" ON "digital_downloads" USING btree ("product_id","created_at","id","customer_id","expires_at");--> statement-breakpoint
CREATE INDEX "order_items_order_product" ON "order_items" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "order_items_owner_offer" ON "order_items" USING btree ("owner_id","offer_id","order_id","total_price_cents","refunded_cents") WHERE offer_id is not null;--> statement-breakpoint
CREATE INDEX "order_items_owner_coupon" ON "order_items" USING btree ("owner_id","order_id","discount_cents") WHERE discount_source = 'COUPON';--> statement-breakpoint
CREATE INDEX "orders_not_standing" ON "orders" USING btree ("id") WHERE disputed or status not in ('PAID', 'REFUNDED');--> statement-breakpoint
CREATE INDEX "upsell_offers_owner_upsell" ON "upsell_offers" USING btree ("owner_id","upsell_id","decision");--> statement-breakpoint
CREATE INDEX "access_customer" ON "access" USING btree ("customer_id","product_id","revoked_at","order_id");--> statement-breakpoint
CREATE INDEX "orders_owner_created" ON "orders" USING btree ("owner_id","created_at","id","status","total_cents","refunded_cents","customer_id","product_id");--> statement-breakpoint
CREATE INDEX "orders_owner_coupon" ON "orders" USING btree ("owner_id","status","id","total_cents","refunded_cents") WHERE coupon_code is not null;--> statement-breakpoint
-- The same rule, asked the other way round: of access that stands, few orders do not, and a small index has those.
CREATE OR REPLACE VIEW "counted_reviews" AS
  SELECT r.* FROM "reviews" r
   WHERE EXISTS (
     SELECT FROM "access" a
      WHERE a."customer_id" = r."customer_id" AND a."product_id" = r."product_id" AND a."revoked_at" IS NULL
        AND NOT EXISTS (
          SELECT FROM "orders" o WHERE o."id" = a."order_id" AND (o."disputed" OR o."status" NOT IN ('PAID', 'REFUNDED'))));
--> statement-breakpoint
-- An index alone answers only for pages that vacuum has seen. Where rows are mostly added it would come by once a fifth of
-- the table is new: too seldom for what desks add up.
ALTER TABLE "orders" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "order_items" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "access" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "upsell_offers" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "digital_downloads" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "creator_customers" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
