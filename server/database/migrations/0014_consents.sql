ALTER TABLE "checkout_sessions" ADD COLUMN "consent_version" integer;--> statement-breakpoint
ALTER TABLE "withdrawal_consents" DROP COLUMN "country";