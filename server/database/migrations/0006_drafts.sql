CREATE TABLE "checkout_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"product_id" uuid NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"order_bumps" uuid[] DEFAULT '{}' NOT NULL,
	"coupon_code" text DEFAULT '' NOT NULL,
	"affiliate_code" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"shipping_address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"checkout_session_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "checkout_drafts_size" CHECK (cardinality("checkout_drafts"."order_bumps") <= 20 and octet_length("checkout_drafts"."shipping_address"::text) <= 8000
          and octet_length("checkout_drafts"."coupon_code" || "checkout_drafts"."affiliate_code" || "checkout_drafts"."link" || "checkout_drafts"."email" || "checkout_drafts"."customer_name") <= 8000),
	CONSTRAINT "checkout_drafts_revision" CHECK ("checkout_drafts"."revision" >= 1)
);
--> statement-breakpoint
ALTER TABLE "checkout_drafts" ADD CONSTRAINT "checkout_drafts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_drafts" ADD CONSTRAINT "checkout_drafts_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_drafts_place" ON "checkout_drafts" USING btree ("token_hash","product_id");--> statement-breakpoint
CREATE INDEX "checkout_drafts_product" ON "checkout_drafts" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "checkout_drafts_session" ON "checkout_drafts" USING btree ("checkout_session_id") WHERE checkout_session_id is not null;--> statement-breakpoint
CREATE INDEX "checkout_drafts_email" ON "checkout_drafts" USING btree (lower("email")) WHERE email <> '';--> statement-breakpoint
CREATE INDEX "checkout_drafts_expiry" ON "checkout_drafts" USING btree ("expires_at");