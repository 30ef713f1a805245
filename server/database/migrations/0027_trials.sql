CREATE TABLE "membership_trials" (
	"product_id" uuid NOT NULL,
	"checkout_session_id" uuid PRIMARY KEY NOT NULL,
	"mailbox_key" text NOT NULL,
	"card_key" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_discount_source";--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" DROP CONSTRAINT "sandbox_intents_amount";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "trial_days" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_versions" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "trial_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_trials" ADD CONSTRAINT "membership_trials_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_trials_mailbox" ON "membership_trials" USING btree ("product_id","mailbox_key");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_trials_card" ON "membership_trials" USING btree ("product_id","card_key");--> statement-breakpoint
CREATE INDEX "subscriptions_trials" ON "subscriptions" USING btree ("current_period_end") WHERE status = 'trialing' and not cancel_at_period_end;--> statement-breakpoint
CREATE INDEX "checkout_sessions_refused_trial" ON "checkout_sessions" USING btree ("browser_hash","product_id") WHERE trial_refused;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_trial" CHECK ("products"."trial_days" = 0
          or "products"."trial_days" between 1 and 90 and "products"."billing_interval" <> 'ONE_TIME' and "products"."price_cents" > 0);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount_source" CHECK ("order_items"."discount_source" in ('OFFER', 'COUPON', 'TRIAL'));--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD CONSTRAINT "sandbox_intents_amount" CHECK (("sandbox"."payment_intents"."amount" >= 50 or "sandbox"."payment_intents"."amount" = 0) and "sandbox"."payment_intents"."amount_received" in (0, "sandbox"."payment_intents"."amount"));