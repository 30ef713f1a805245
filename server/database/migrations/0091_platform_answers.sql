-- outside a transaction
ALTER TABLE "automation_rules" ADD COLUMN IF NOT EXISTS "link_target" text;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN IF NOT EXISTS "button_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN IF NOT EXISTS "coupon_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "link_target" text;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "button_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "coupon_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN IF NOT EXISTS "problem_error" jsonb;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN IF NOT EXISTS "other_app_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN IF NOT EXISTS "caught_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN IF NOT EXISTS "destination" text;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN IF NOT EXISTS "coupon_code" text;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN IF NOT EXISTS "needs_you_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_sends" ADD COLUMN IF NOT EXISTS "provider_error" jsonb;--> statement-breakpoint
ALTER TABLE "automation_rules" DROP CONSTRAINT IF EXISTS "automation_rules_link_target";--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_link_target" CHECK ("automation_rules"."link_target" in ('PAGE', 'CHECKOUT', 'STORE', 'LIST')) NOT VALID;--> statement-breakpoint
ALTER TABLE "automation_rules" VALIDATE CONSTRAINT "automation_rules_link_target";--> statement-breakpoint
ALTER TABLE "keyword_responses" DROP CONSTRAINT IF EXISTS "keyword_responses_link_target";--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_link_target" CHECK ("keyword_responses"."link_target" in ('PAGE', 'CHECKOUT', 'STORE', 'LIST')) NOT VALID;--> statement-breakpoint
ALTER TABLE "keyword_responses" VALIDATE CONSTRAINT "keyword_responses_link_target";--> statement-breakpoint
ALTER TABLE "social_accounts" DROP CONSTRAINT IF EXISTS "social_accounts_problem";--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_problem" CHECK ("social_accounts"."problem" in ('UNCONFIRMED', 'RECONNECT', 'RESTRICTED', 'MESSAGE_ACCESS_OFF', 'NO_CREDITS', 'PERMISSION_MISSING')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_accounts" VALIDATE CONSTRAINT "social_accounts_problem";--> statement-breakpoint
ALTER TABLE "reply_links" DROP CONSTRAINT IF EXISTS "reply_links_destination";--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_destination" CHECK ("reply_links"."destination" in ('PAGE', 'CHECKOUT', 'STORE', 'LIST')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reply_links" VALIDATE CONSTRAINT "reply_links_destination";--> statement-breakpoint
ALTER TABLE "reply_links" DROP CONSTRAINT IF EXISTS "reply_links_kind";--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_kind" CHECK (("reply_links"."mailing_id" is null) = ("reply_links"."product_id" is not null or coalesce("reply_links"."destination" in ('STORE', 'LIST'), false)) and ("reply_links"."mailing_id" is null) = ("reply_links"."target" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "reply_links" VALIDATE CONSTRAINT "reply_links_kind";--> statement-breakpoint
ALTER TABLE "social_events" DROP CONSTRAINT IF EXISTS "social_events_outcome";--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_outcome" CHECK ("social_events"."outcome" in ('QUEUED', 'SENT', 'SEND_FAILED', 'SEND_UNKNOWN', 'LISTED', 'OWNER_NOTIFIED', 'OPTED_OUT', 'OPTED_IN', 'NO_MATCH', 'NO_TEXT', 'ACCOUNT_OFF', 'CONVERSATION_OFF', 'CREATOR_ANSWERS', 'PERSON_OPTED_OUT', 'WINDOW_CLOSED', 'PLAN_LIMIT', 'HOURLY_LIMIT', 'COOLDOWN', 'NOT_ALLOWED', 'ENCRYPTED', 'OWN_MESSAGE', 'DELETED', 'UNSUPPORTED', 'HANDED_OVER', 'OTHER_APP')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_events" VALIDATE CONSTRAINT "social_events_outcome";--> statement-breakpoint
ALTER TABLE "social_sends" DROP CONSTRAINT IF EXISTS "social_sends_purpose";--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_purpose" CHECK ("social_sends"."purpose" in ('REPLY', 'PUBLIC_REPLY', 'BY_HAND', 'CART', 'CONFIRMATION')) NOT VALID;--> statement-breakpoint
ALTER TABLE "social_sends" VALIDATE CONSTRAINT "social_sends_purpose";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "social_events_echo_texts" ON "social_events" USING btree ("social_account_id",md5(text)) WHERE kind = 'ECHO';
