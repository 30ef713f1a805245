ALTER TABLE "sessions" ADD COLUMN "wrote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "arrived_parts" jsonb;