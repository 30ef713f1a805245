-- outside a transaction
ALTER TABLE "automation_rules" ADD COLUMN IF NOT EXISTS "link_target" text;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN IF NOT EXISTS "button_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN IF NOT EXISTS "coupon_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "link_target" text;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "button_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN IF NOT EXISTS "coupon_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN IF NOT EXISTS "destination" text;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN IF NOT EXISTS "coupon_code" text;--> statement-breakpoint
ALTER TABLE "automation_rules" DROP CONSTRAINT IF EXISTS "automation_rules_link_target";--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_link_target" CHECK ("automation_rules"."link_target" in ('PAGE', 'CHECKOUT', 'STORE', 'LIST')) NOT VALID;--> statement-breakpoint
ALTER TABLE "automation_rules" VALIDATE CONSTRAINT "automation_rules_link_target";--> statement-breakpoint
ALTER TABLE "keyword_responses" DROP CONSTRAINT IF EXISTS "keyword_responses_link_target";--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_link_target" CHECK ("keyword_responses"."link_target" in ('PAGE', 'CHECKOUT', 'STORE', 'LIST')) NOT VALID;--> statement-breakpoint
ALTER TABLE "keyword_responses" VALIDATE CONSTRAINT "keyword_responses_link_target";--> statement-breakpoint
ALTER TABLE "reply_links" DROP CONSTRAINT IF EXISTS "reply_links_destination";--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_destination" CHECK ("reply_links"."destination" in ('PAGE', 'CHECKOUT', 'STORE', 'LIST')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reply_links" VALIDATE CONSTRAINT "reply_links_destination";--> statement-breakpoint
ALTER TABLE "reply_links" DROP CONSTRAINT IF EXISTS "reply_links_kind";--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_kind" CHECK (("reply_links"."mailing_id" is null) = ("reply_links"."product_id" is not null or coalesce("reply_links"."destination" in ('STORE', 'LIST'), false)) and ("reply_links"."mailing_id" is null) = ("reply_links"."target" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "reply_links" VALIDATE CONSTRAINT "reply_links_kind";
