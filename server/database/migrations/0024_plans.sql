ALTER TABLE "subscriptions" ADD COLUMN "next_billing_interval" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_price_cents" integer;--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD COLUMN "next_price" integer;--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD COLUMN "next_interval" text;--> statement-breakpoint
CREATE INDEX "subscriptions_planned" ON "subscriptions" USING btree ("updated_at") WHERE next_billing_interval is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_interval" CHECK ("subscriptions"."next_billing_interval" in ('MONTH', 'YEAR'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_price" CHECK ("subscriptions"."next_price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_plan" CHECK (num_nulls(next_billing_interval, next_price_cents) in (0, 2));--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD CONSTRAINT "sandbox_subscriptions_next_interval" CHECK ("sandbox"."subscriptions"."next_interval" in ('month', 'year'));--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD CONSTRAINT "sandbox_subscriptions_next" CHECK (num_nulls(next_price, next_interval) in (0, 2));