ALTER TABLE "subscriptions" ADD COLUMN "moving_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD COLUMN "period_amount" integer;