ALTER TABLE "abandoned_carts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_suppressions" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "recovery_emails" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "recovery_steps" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "abandoned_carts" CASCADE;--> statement-breakpoint
DROP TABLE "mail_suppressions" CASCADE;--> statement-breakpoint
DROP TABLE "recovery_emails" CASCADE;--> statement-breakpoint
DROP TABLE "recovery_steps" CASCADE;--> statement-breakpoint
ALTER TABLE "digital_downloads" DROP CONSTRAINT "digital_downloads_download_token_unique";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_type";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "provider_customer_id";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "provider_account_id";--> statement-breakpoint
ALTER TABLE "affiliates" DROP COLUMN "provider_account_id";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "provider_price_id";--> statement-breakpoint
ALTER TABLE "checkout_sessions" DROP COLUMN "checkout_type";--> statement-breakpoint
ALTER TABLE "digital_downloads" DROP COLUMN "download_token";--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "provider_customer_id";