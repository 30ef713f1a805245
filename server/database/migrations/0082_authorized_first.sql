ALTER TABLE "sandbox"."payment_intents" DROP CONSTRAINT "sandbox_intents_status";--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "plain_price_cents" integer;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "coupon_refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD COLUMN "captures_later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD CONSTRAINT "abandoned_carts_plain_price" CHECK ("abandoned_carts"."plain_price_cents" >= 0);--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD CONSTRAINT "sandbox_intents_status" CHECK ("sandbox"."payment_intents"."status" in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled'));