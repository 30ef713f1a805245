ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_interval" CHECK ("subscriptions"."billing_interval" in ('MONTH', 'YEAR'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_revision" CHECK ("users"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "affiliates" ADD CONSTRAINT "affiliates_revision" CHECK ("affiliates"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_revision" CHECK ("lessons"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_revision" CHECK ("products"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_revision" CHECK ("coupons"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "order_bumps" ADD CONSTRAINT "order_bumps_revision" CHECK ("order_bumps"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "upsells" ADD CONSTRAINT "upsells_revision" CHECK ("upsells"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount_source" CHECK ("order_items"."discount_source" in ('OFFER', 'COUPON'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_revision" CHECK ("posts"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_revision" CHECK ("automation_rules"."revision" >= 1);--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_revision" CHECK ("keyword_responses"."revision" >= 1);