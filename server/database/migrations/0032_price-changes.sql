CREATE TABLE "member_prices" (
	"price_change_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"old_price_cents" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"state" text DEFAULT 'TOLD' NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_prices_price_change_id_subscription_id_pk" PRIMARY KEY("price_change_id","subscription_id"),
	CONSTRAINT "member_prices_state" CHECK ("member_prices"."state" in ('TOLD', 'CHARGED', 'DROPPED')),
	CONSTRAINT "member_prices_price" CHECK ("member_prices"."price_cents" between 0 and 99999999),
	CONSTRAINT "member_prices_old_price" CHECK ("member_prices"."old_price_cents" between 0 and 99999999),
	CONSTRAINT "member_prices_notice" CHECK ("member_prices"."starts_at" >= "member_prices"."told_at" + interval '720 hours')
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"billing_interval" text NOT NULL,
	"price_cents" integer NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "price_changes_interval" CHECK ("price_changes"."billing_interval" in ('MONTH', 'YEAR')),
	CONSTRAINT "price_changes_price" CHECK ("price_changes"."price_cents" between 0 and 99999999),
	CONSTRAINT "price_changes_withdrawn" CHECK ("price_changes"."withdrawn_at" is null or "price_changes"."closed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "member_prices" ADD CONSTRAINT "member_prices_price_change_id_price_changes_id_fk" FOREIGN KEY ("price_change_id") REFERENCES "public"."price_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_prices" ADD CONSTRAINT "member_prices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_prices_told" ON "member_prices" USING btree ("subscription_id") WHERE state = 'TOLD';--> statement-breakpoint
CREATE INDEX "member_prices_waiting" ON "member_prices" USING btree ("price_change_id","subscription_id") WHERE state = 'TOLD';--> statement-breakpoint
CREATE INDEX "member_prices_subscription" ON "member_prices" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_open" ON "price_changes" USING btree ("product_id","billing_interval") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "price_changes_product" ON "price_changes" USING btree ("product_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_of_product" ON "subscriptions" USING btree ("product_id","billing_interval","id") WHERE status in ('trialing', 'active', 'paused', 'past_due');--> statement-breakpoint
CREATE INDEX "subscriptions_dearer" ON "subscriptions" USING btree ("current_period_end") WHERE status = 'active' and billing_interval = 'MONTH' and next_billing_interval = 'MONTH' and not cancel_at_period_end;