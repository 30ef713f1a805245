-- outside a transaction
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "post_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "public_replies" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "list_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "notifies_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN IF NOT EXISTS "ad_open_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN IF NOT EXISTS "listed_in" text[];--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN IF NOT EXISTS "notified_by" uuid;--> statement-breakpoint
ALTER TABLE "social_sends" ADD COLUMN IF NOT EXISTS "is_live" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "social_events_notified" ON "social_events" USING btree ("notified_by","person_id") WHERE notified_by is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "social_sends_live" ON "social_sends" USING btree ("social_account_id","due_at") WHERE state = 'QUEUED' and is_live;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "social_sends_direct" ON "social_sends" USING btree ("social_account_id","due_at") WHERE state = 'QUEUED' and comment_id is null;
