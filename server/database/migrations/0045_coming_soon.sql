CREATE TABLE "product_waiters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "coming_soon" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_waiters" ADD CONSTRAINT "product_waiters_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_waiters" ADD CONSTRAINT "product_waiters_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_waiters_once" ON "product_waiters" USING btree ("subscriber_id","product_id");--> statement-breakpoint
CREATE INDEX "product_waiters_product" ON "product_waiters" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_waiters_open" ON "product_waiters" USING btree ("product_id","created_at","id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "products_coming_soon" ON "products" USING btree ("owner_id") WHERE coming_soon;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_opens_at" CHECK ("products"."opens_at" is null or "products"."coming_soon");