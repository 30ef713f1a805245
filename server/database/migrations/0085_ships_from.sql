-- outside a transaction
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "ships_from" text;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_ships_from";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_ships_from" CHECK ("users"."ships_from" ~ '^[A-Z]{2}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_ships_from";
