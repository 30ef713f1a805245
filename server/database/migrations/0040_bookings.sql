-- Ids in an exclusion constraint: an extension that every PostgreSQL brings and its owner may create.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"checkout_session_id" uuid,
	"order_item_id" uuid,
	"state" text DEFAULT 'HELD' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"blocked_from" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone NOT NULL,
	"zone" text NOT NULL,
	"wall_time" text NOT NULL,
	"expires_at" timestamp with time zone,
	"network" text,
	"cancelled_by" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"told_revision" integer DEFAULT 0 NOT NULL,
	"told_starts_at" timestamp with time zone,
	"day_reminder_of" timestamp with time zone,
	"hour_reminder_of" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "bookings_revision" CHECK ("bookings"."revision" >= 1),
	CONSTRAINT "bookings_state" CHECK ("bookings"."state" in ('HELD', 'RELEASED', 'BOOKED', 'CANCELLED')),
	CONSTRAINT "bookings_cancelled_by" CHECK ("bookings"."cancelled_by" in ('BUYER', 'CREATOR', 'REFUND')),
	CONSTRAINT "bookings_time" CHECK ("bookings"."starts_at" < "bookings"."ends_at" and "bookings"."blocked_from" <= "bookings"."starts_at" and "bookings"."ends_at" <= "bookings"."blocked_until"),
	CONSTRAINT "bookings_whose" CHECK (case when "bookings"."state" in ('HELD', 'RELEASED') then "bookings"."checkout_session_id" is not null and "bookings"."order_item_id" is null
            else "bookings"."order_item_id" is not null and "bookings"."checkout_session_id" is null end),
	CONSTRAINT "bookings_cancelled" CHECK (("bookings"."state" = 'CANCELLED') = ("bookings"."cancelled_by" is not null)),
	CONSTRAINT "bookings_held" CHECK (("bookings"."state" = 'HELD') = ("bookings"."expires_at" is not null)),
	CONSTRAINT "bookings_network" CHECK ("bookings"."network" is null or "bookings"."state" in ('HELD', 'BOOKED'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "session_times" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_checkout" ON "bookings" USING btree ("checkout_session_id") WHERE checkout_session_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_line" ON "bookings" USING btree ("order_item_id") WHERE order_item_id is not null;--> statement-breakpoint
CREATE INDEX "bookings_owner" ON "bookings" USING btree ("owner_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_product" ON "bookings" USING btree ("product_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_coming" ON "bookings" USING btree ("starts_at") WHERE state = 'BOOKED';--> statement-breakpoint
CREATE INDEX "bookings_untold" ON "bookings" USING btree ("updated_at") WHERE told_revision < revision and state in ('BOOKED', 'CANCELLED');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_session_times" CHECK ("products"."session_times" is null
          or "products"."type" = 'BOOKING_LINK' and coalesce(("products"."session_times" ->> 'lengthMinutes')::int between 5 and 720, false)
             and coalesce("products"."session_times" ->> 'zone', '') <> '' and octet_length("products"."session_times"::text) <= 100000);--> statement-breakpoint
-- A creator is in one place at a time, whichever session of theirs it is, with what is kept free around it.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_no_overlap" EXCLUDE USING gist ("owner_id" WITH =, tstzrange("blocked_from", "blocked_until") WITH &&) WHERE ("state" IN ('HELD', 'BOOKED'));
