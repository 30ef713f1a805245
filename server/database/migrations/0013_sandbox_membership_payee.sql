ALTER TABLE "sandbox"."subscriptions" ADD COLUMN "payee_account" text;--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD COLUMN "payee_fee_bps" integer DEFAULT 0 NOT NULL;