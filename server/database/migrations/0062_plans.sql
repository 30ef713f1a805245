ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "plan_for" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "moving_product_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "moving_price_cents" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_platform" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "plan_for" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_for_users_id_fk" FOREIGN KEY ("plan_for") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_moving_product_fk" FOREIGN KEY ("moving_product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_plan_for_users_id_fk" FOREIGN KEY ("plan_for") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_plans" ON "subscriptions" USING btree ("plan_for") WHERE plan_for is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_plan_once" ON "subscriptions" USING btree ("plan_for") WHERE plan_for is not null and status in ('trialing', 'active', 'paused', 'past_due');--> statement-breakpoint
CREATE UNIQUE INDEX "users_platform" ON "users" USING btree ("is_platform") WHERE is_platform;--> statement-breakpoint
CREATE INDEX "users_trials" ON "users" USING btree ("trial_ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "products_plan" ON "products" USING btree ("plan") WHERE plan is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_plan" ON "checkout_sessions" USING btree ("plan_for") WHERE status = 'ACTIVE' and plan_for is not null;--> statement-breakpoint
CREATE INDEX "checkout_sessions_plan_for" ON "checkout_sessions" USING btree ("plan_for") WHERE plan_for is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_moving_price" CHECK ("subscriptions"."moving_price_cents" between 0 and 99999999);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_moving" CHECK (num_nulls(moving_product_id, moving_price_cents) in (0, 2));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_plan_name" CHECK ("products"."plan" in ('PRO', 'ENTERPRISE'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_plan_bills" CHECK ("products"."plan" is null or "products"."type" = 'MEMBERSHIP' and "products"."billing_interval" = 'MONTH' and "products"."price_cents" >= 50
          and "products"."trial_days" = 0 and "products"."yearly_price_cents" is null);--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_kind" CHECK ("notification_choices"."kind" in ('SALE', 'FIRST_SALE', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT', 'TRIAL'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('SALE', 'FIRST_SALE', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT', 'TRIAL'));