ALTER TABLE "checkout_sessions" ADD COLUMN "buyer_zone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_zone" text;