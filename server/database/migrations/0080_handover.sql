-- outside a transaction
ALTER TABLE "mail_outbox" ADD COLUMN IF NOT EXISTS "handover" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN IF NOT EXISTS "possible_duplicates" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP CONSTRAINT IF EXISTS "mail_outbox_handover";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_handover" CHECK ("mail_outbox"."handover" in ('OPEN', 'OVERDUE')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mail_outbox" VALIDATE CONSTRAINT "mail_outbox_handover";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_outbox_possible_duplicates" ON "mail_outbox" USING btree ("created_at") WHERE possible_duplicates > 0;
