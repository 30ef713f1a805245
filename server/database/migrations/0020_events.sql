ALTER TABLE "products" ADD COLUMN "event_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "event_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "event_zone" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "event_place" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "event_link" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_event" CHECK ("products"."type" = 'EVENT' or num_nonnulls("products"."event_starts_at", "products"."event_ends_at", "products"."event_zone", "products"."event_place", "products"."event_link") = 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_event_time" CHECK (num_nonnulls("products"."event_starts_at", "products"."event_ends_at", "products"."event_zone") in (0, 3) and "products"."event_ends_at" > "products"."event_starts_at");