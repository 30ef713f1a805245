CREATE TABLE "cart_comparison_units" (
	"comparison_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"is_held_back" boolean NOT NULL,
	"cart_id" uuid,
	"order_id" uuid,
	"bought_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "cart_comparison_units_comparison_id_unit_pk" PRIMARY KEY("comparison_id","unit")
);
--> statement-breakpoint
CREATE TABLE "cart_comparisons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"percent" integer NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "cart_comparisons_percent" CHECK ("cart_comparisons"."percent" between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "social_sends" DROP CONSTRAINT "social_sends_purpose";--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "dm_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD COLUMN "channel" text DEFAULT 'MAIL' NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD COLUMN "dm_refusal" text;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD COLUMN "send_id" uuid;--> statement-breakpoint
ALTER TABLE "cart_sequences" ADD COLUMN "dm_text" text;--> statement-breakpoint
ALTER TABLE "cart_comparison_units" ADD CONSTRAINT "cart_comparison_units_comparison_id_cart_comparisons_id_fk" FOREIGN KEY ("comparison_id") REFERENCES "public"."cart_comparisons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_comparison_units" ADD CONSTRAINT "cart_comparison_units_cart_id_abandoned_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."abandoned_carts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_comparison_units" ADD CONSTRAINT "cart_comparison_units_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_comparisons" ADD CONSTRAINT "cart_comparisons_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_comparison_units_cart" ON "cart_comparison_units" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "cart_comparison_units_order" ON "cart_comparison_units" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "cart_comparison_units_age" ON "cart_comparison_units" USING btree ("comparison_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_comparisons_running" ON "cart_comparisons" USING btree ("owner_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "cart_comparisons_owner" ON "cart_comparisons" USING btree ("owner_id","created_at");--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD CONSTRAINT "abandoned_carts_conversation_id_dm_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."dm_conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD CONSTRAINT "cart_mails_send_id_social_sends_id_fk" FOREIGN KEY ("send_id") REFERENCES "public"."social_sends"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abandoned_carts_conversation" ON "abandoned_carts" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "cart_mails_send" ON "cart_mails" USING btree ("send_id");--> statement-breakpoint
ALTER TABLE "cart_mails" ADD CONSTRAINT "cart_mails_channel" CHECK ("cart_mails"."channel" in ('MAIL', 'DM'));--> statement-breakpoint
ALTER TABLE "cart_mails" ADD CONSTRAINT "cart_mails_sent_by" CHECK ("cart_mails"."send_id" is null or "cart_mails"."channel" = 'DM');--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_purpose" CHECK ("social_sends"."purpose" in ('REPLY', 'PUBLIC_REPLY', 'BY_HAND', 'CART'));