CREATE TABLE "bundle_parts" (
	"bundle_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"bundle_type" text DEFAULT 'BUNDLE' NOT NULL,
	"part_type" text NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "bundle_parts_bundle_id_part_id_pk" PRIMARY KEY("bundle_id","part_id"),
	CONSTRAINT "bundle_parts_of_bundle" CHECK ("bundle_parts"."bundle_type" = 'BUNDLE'),
	CONSTRAINT "bundle_parts_kind" CHECK ("bundle_parts"."part_type" not in ('BUNDLE', 'MEMBERSHIP', 'BOOKING_LINK')),
	CONSTRAINT "bundle_parts_position" CHECK ("bundle_parts"."position" between 1 and 20)
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_type";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_type";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_kind_unique" UNIQUE("id","owner_id","type");--> statement-breakpoint
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_bundle_fk" FOREIGN KEY ("bundle_id","owner_id","bundle_type") REFERENCES "public"."products"("id","owner_id","type") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_part_fk" FOREIGN KEY ("part_id","owner_id","part_type") REFERENCES "public"."products"("id","owner_id","type") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "bundle_parts_part" ON "bundle_parts" USING btree ("part_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_one_part" ON "order_items" USING btree ("order_id","product_id") WHERE item_type = 'PART';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_type" CHECK ("products"."type" in ('DOWNLOAD', 'COURSE', 'MEMBERSHIP', 'BOOKING_LINK', 'PHYSICAL', 'SERVICE', 'EVENT', 'BUNDLE'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_type" CHECK ("order_items"."item_type" in ('MAIN', 'ORDER_BUMP', 'UPSELL', 'PART'));