CREATE TABLE "event_reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "event_reminders_once" UNIQUE("product_id","starts_at","kind"),
	CONSTRAINT "event_reminders_kind" CHECK ("event_reminders"."kind" in ('DAY', 'HOUR'))
);
--> statement-breakpoint
ALTER TABLE "event_reminders" ADD CONSTRAINT "event_reminders_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_event_start" ON "products" USING btree ("event_starts_at") WHERE event_starts_at is not null and event_cancelled_at is null;