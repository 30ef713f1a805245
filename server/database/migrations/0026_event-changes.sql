CREATE TABLE "event_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"zone" text NOT NULL,
	"place" text,
	"link" text,
	"was_cancelled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_event";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "event_cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_changes" ADD CONSTRAINT "event_changes_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_changes_waiting" ON "event_changes" USING btree ("product_id") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "event_changes_due" ON "event_changes" USING btree ("due_at") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "event_changes_product" ON "event_changes" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "access_revoked" ON "access" USING btree ("product_id","revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_event_cancelled" CHECK ("products"."event_cancelled_at" is null or "products"."state" <> 'PUBLISHED');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_event" CHECK ("products"."type" = 'EVENT' or num_nonnulls("products"."event_starts_at", "products"."event_ends_at", "products"."event_zone", "products"."event_place", "products"."event_link", "products"."event_cancelled_at") = 0);