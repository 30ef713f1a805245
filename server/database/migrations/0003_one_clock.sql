-- Defaults of columns name it, so it is there before the rules; what it is, `rules.sql` says.
CREATE FUNCTION shop_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';--> statement-breakpoint
CREATE TABLE "dev_clock" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"ahead_minutes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "dev_clock_one_row" CHECK ("dev_clock"."id" = 1 and "dev_clock"."ahead_minutes" between 0 and 5256000)
);
--> statement-breakpoint
ALTER TABLE "sandbox"."clock" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "sandbox"."clock" CASCADE;--> statement-breakpoint
ALTER TABLE "access" ALTER COLUMN "granted_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "buyer_sessions" ALTER COLUMN "last_seen_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "buyer_sessions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "subscription_invoices" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "subscription_invoices" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "former_handles" ALTER COLUMN "given_up_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_seen_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "trial_ends_at" SET DEFAULT shop_now() + interval '14 days';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "verification_tokens" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "affiliate_links" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "affiliates" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "commissions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "payout_batches" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "abandoned_carts" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "mail_suppressions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "recovery_emails" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "former_slugs" ALTER COLUMN "given_up_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "lessons" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "cart_versions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "checkout_sessions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "checkout_sessions" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "quarantined_payments" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "stock_holds" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "webhook_events" ALTER COLUMN "received_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "coupons" ALTER COLUMN "valid_from" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "coupons" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "coupons" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "job_outbox" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "mail_outbox" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "mailbox" ALTER COLUMN "sent_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "digital_downloads" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "download_grants" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "file_announcements" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "seen_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "certificates" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "progress" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "book_differences" ALTER COLUMN "compared_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "order_bumps" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "order_bumps" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "upsells" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "upsells" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "order_payments" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "order_events" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "creator_transfers" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "payment_shares" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "payout_accounts" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."disputes" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."events" ALTER COLUMN "deliver_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."events" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."payment_methods" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."updates" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."accounts" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."transfer_reversals" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."transfers" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."setup_intents" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."demo_comments" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "sandbox"."demo_messages" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "automation_rules" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "automation_rules" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "keyword_responses" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "keyword_responses" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "social_accounts" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "social_accounts" ALTER COLUMN "updated_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "order_attributions" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "reply_links" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "dm_conversations" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "dm_messages" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "listed_people" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
ALTER TABLE "social_sends" ALTER COLUMN "created_at" SET DEFAULT shop_now();--> statement-breakpoint
INSERT INTO "dev_clock" DEFAULT VALUES;--> statement-breakpoint
DROP FUNCTION IF EXISTS billing_now(timestamptz);
