-- outside a transaction
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "guaranteed_refund_days" smallint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "refund_guaranteed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN IF NOT EXISTS "is_guaranteed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_guaranteed_refund_days";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guaranteed_refund_days" CHECK ("users"."guaranteed_refund_days" in (7, 14, 30)) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_guaranteed_refund_days";--> statement-breakpoint
ALTER TABLE "refund_requests" DROP CONSTRAINT IF EXISTS "refund_requests_guarantee";--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_guarantee" CHECK (not ("refund_requests"."is_guaranteed" and "refund_requests"."status" = 'DECLINED')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund_requests" VALIDATE CONSTRAINT "refund_requests_guarantee";
