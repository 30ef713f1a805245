ALTER TABLE "subscriptions" ADD COLUMN "card_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renewal_told_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_told_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_told_twice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "year_told_at" timestamp with time zone DEFAULT shop_now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."payment_methods" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "subscriptions_yearly" ON "subscriptions" USING btree ("current_period_end") WHERE status = 'active' and billing_interval = 'YEAR' and not cancel_at_period_end;--> statement-breakpoint
CREATE INDEX "subscriptions_monthly" ON "subscriptions" USING btree ("year_told_at") WHERE status = 'active' and billing_interval = 'MONTH' and not cancel_at_period_end;--> statement-breakpoint
CREATE INDEX "subscriptions_cards" ON "subscriptions" USING btree ("card_expires_at") WHERE status in ('active', 'paused') and not cancel_at_period_end;--> statement-breakpoint
UPDATE "subscriptions" SET "year_told_at" = "created_at";