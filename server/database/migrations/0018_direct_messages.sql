CREATE TABLE "sandbox"."demo_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"post_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."demo_fans" (
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"username" text NOT NULL,
	"last_wrote_at" timestamp with time zone,
	CONSTRAINT "demo_fans_account_id_person_id_pk" PRIMARY KEY("account_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."demo_messages" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"comment_id" text,
	"visibility" text NOT NULL,
	"text" text NOT NULL,
	"button" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_messages_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "response_keywords" (
	"social_account_id" uuid NOT NULL,
	"folded" text NOT NULL,
	"keyword_response_id" uuid NOT NULL,
	CONSTRAINT "response_keywords_social_account_id_folded_pk" PRIMARY KEY("social_account_id","folded")
);
--> statement-breakpoint
CREATE TABLE "order_attributions" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"clicked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_link_clicks" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor_hash" text NOT NULL,
	CONSTRAINT "reply_link_clicks_link_id_day_visitor_hash_pk" PRIMARY KEY("link_id","day","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "reply_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"event_id" bigint,
	"keyword_response_id" uuid,
	"automation_rule_id" uuid,
	"post_id" text,
	"clicks" integer DEFAULT 0 NOT NULL,
	"last_clicked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_links_code_unique" UNIQUE("code"),
	CONSTRAINT "reply_links_owner_unique" UNIQUE("id","user_id"),
	CONSTRAINT "reply_links_clicks" CHECK ("reply_links"."clicks" >= 0)
);
--> statement-breakpoint
CREATE TABLE "listed_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"list_name" text NOT NULL,
	"person_id" text NOT NULL,
	"person_username" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listed_people_platform" CHECK ("listed_people"."platform" in ('INSTAGRAM', 'TWITTER', 'FACEBOOK'))
);
--> statement-breakpoint
CREATE TABLE "reply_usage" (
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"replies" integer NOT NULL,
	CONSTRAINT "reply_usage_user_id_month_pk" PRIMARY KEY("user_id","month"),
	CONSTRAINT "reply_usage_replies" CHECK ("reply_usage"."replies" >= 0)
);
--> statement-breakpoint
CREATE TABLE "social_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"platform_event_id" text NOT NULL,
	"person_id" text NOT NULL,
	"person_username" text,
	"text" text DEFAULT '' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"outcome_detail" text,
	"conversation_id" uuid,
	"message_id" uuid,
	"keyword_response_id" uuid,
	"automation_rule_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "social_events_kind" CHECK ("social_events"."kind" in ('MESSAGE', 'STORY_REPLY', 'COMMENT', 'MENTION', 'FOLLOW', 'ECHO', 'DELETION', 'OTHER')),
	CONSTRAINT "social_events_outcome" CHECK ("social_events"."outcome" in ('QUEUED', 'SENT', 'SEND_FAILED', 'SEND_UNKNOWN', 'LISTED', 'OWNER_NOTIFIED', 'OPTED_OUT', 'OPTED_IN', 'NO_MATCH', 'NO_TEXT', 'ACCOUNT_OFF', 'CONVERSATION_OFF', 'CREATOR_ANSWERS', 'PERSON_OPTED_OUT', 'WINDOW_CLOSED', 'PLAN_LIMIT', 'HOURLY_LIMIT', 'COOLDOWN', 'NOT_ALLOWED', 'ENCRYPTED', 'OWN_MESSAGE', 'DELETED', 'UNSUPPORTED'))
);
--> statement-breakpoint
CREATE TABLE "social_sends" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"purpose" text NOT NULL,
	"event_id" bigint,
	"conversation_id" uuid,
	"message_id" uuid,
	"recipient_id" text NOT NULL,
	"comment_id" text,
	"text" text NOT NULL,
	"button" jsonb,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"provider_message_id" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_sends_platform" CHECK ("social_sends"."platform" in ('INSTAGRAM', 'TWITTER', 'FACEBOOK')),
	CONSTRAINT "social_sends_purpose" CHECK ("social_sends"."purpose" in ('REPLY', 'PUBLIC_REPLY', 'BY_HAND')),
	CONSTRAINT "social_sends_state" CHECK ("social_sends"."state" in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN'))
);
--> statement-breakpoint
ALTER TABLE "automation_rules" DROP CONSTRAINT "automation_rules_trigger";--> statement-breakpoint
ALTER TABLE "dm_conversations" DROP CONSTRAINT "dm_conversations_social_account_id_social_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "dm_messages" DROP CONSTRAINT "dm_messages_conversation_id_dm_conversations_id_fk";
--> statement-breakpoint
DROP INDEX "keyword_responses_keyword";--> statement-breakpoint
DROP INDEX "dm_conversations_recent";--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "reply_link_code" text;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN "product_id" uuid;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN "user_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN "profile_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN "last_inbound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD COLUMN "opted_out_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dm_messages" ADD COLUMN "user_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN "keywords" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN "match_mode" text DEFAULT 'WHOLE_WORD' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN "excluded_words" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN "places" text[] DEFAULT '{DM,STORY_REPLY,COMMENT}' NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "connection" text NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "app_scoped_id" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "page_id" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "token_issued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "discloses_automation" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "last_event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "last_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "rules_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD CONSTRAINT "dm_conversations_owner_unique" UNIQUE("id","user_id");--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_account_unique" UNIQUE("id","social_account_id");--> statement-breakpoint
ALTER TABLE "response_keywords" ADD CONSTRAINT "response_keywords_response_fk" FOREIGN KEY ("keyword_response_id","social_account_id") REFERENCES "public"."keyword_responses"("id","social_account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_attributions" ADD CONSTRAINT "order_attributions_order_fk" FOREIGN KEY ("order_id","user_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_attributions" ADD CONSTRAINT "order_attributions_link_fk" FOREIGN KEY ("link_id","user_id") REFERENCES "public"."reply_links"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_link_clicks" ADD CONSTRAINT "reply_link_clicks_link_id_reply_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."reply_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_keyword_response_id_keyword_responses_id_fk" FOREIGN KEY ("keyword_response_id") REFERENCES "public"."keyword_responses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_automation_rule_id_automation_rules_id_fk" FOREIGN KEY ("automation_rule_id") REFERENCES "public"."automation_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_product_fk" FOREIGN KEY ("product_id","user_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_people" ADD CONSTRAINT "listed_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_usage" ADD CONSTRAINT "reply_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_conversation_id_dm_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."dm_conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_message_id_dm_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."dm_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_keyword_response_id_keyword_responses_id_fk" FOREIGN KEY ("keyword_response_id") REFERENCES "public"."keyword_responses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_automation_rule_id_automation_rules_id_fk" FOREIGN KEY ("automation_rule_id") REFERENCES "public"."automation_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_conversation_id_dm_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."dm_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_message_id_dm_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."dm_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "demo_fans_username" ON "sandbox"."demo_fans" USING btree ("account_id","username");--> statement-breakpoint
CREATE UNIQUE INDEX "demo_messages_private_reply" ON "sandbox"."demo_messages" USING btree ("comment_id") WHERE visibility = 'PRIVATE' and comment_id is not null;--> statement-breakpoint
CREATE INDEX "response_keywords_response" ON "response_keywords" USING btree ("keyword_response_id");--> statement-breakpoint
CREATE INDEX "order_attributions_link" ON "order_attributions" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "order_attributions_owner" ON "order_attributions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_links_event" ON "reply_links" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "reply_links_owner" ON "reply_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "reply_links_response" ON "reply_links" USING btree ("keyword_response_id");--> statement-breakpoint
CREATE INDEX "reply_links_rule" ON "reply_links" USING btree ("automation_rule_id");--> statement-breakpoint
CREATE INDEX "reply_links_product" ON "reply_links" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "listed_people_once" ON "listed_people" USING btree ("user_id","platform","list_name","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_events_once" ON "social_events" USING btree ("social_account_id","platform_event_id");--> statement-breakpoint
CREATE INDEX "social_events_open" ON "social_events" USING btree ("user_id","id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "social_events_recent" ON "social_events" USING btree ("user_id","received_at");--> statement-breakpoint
CREATE INDEX "social_events_conversation" ON "social_events" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "social_events_message" ON "social_events" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "social_events_response" ON "social_events" USING btree ("keyword_response_id","person_id");--> statement-breakpoint
CREATE INDEX "social_events_rule" ON "social_events" USING btree ("automation_rule_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_sends_once" ON "social_sends" USING btree ("event_id","purpose");--> statement-breakpoint
CREATE INDEX "social_sends_due" ON "social_sends" USING btree ("social_account_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "social_sends_unresolved" ON "social_sends" USING btree ("claimed_at") WHERE state in ('SENDING', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "social_sends_account_rate" ON "social_sends" USING btree ("social_account_id","claimed_at");--> statement-breakpoint
CREATE INDEX "social_sends_platform_rate" ON "social_sends" USING btree ("platform","claimed_at");--> statement-breakpoint
CREATE INDEX "social_sends_conversation" ON "social_sends" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "social_sends_message" ON "social_sends" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_product_fk" FOREIGN KEY ("product_id","user_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD CONSTRAINT "dm_conversations_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dm_messages" ADD CONSTRAINT "dm_messages_conversation_fk" FOREIGN KEY ("conversation_id","user_id") REFERENCES "public"."dm_conversations"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_rules_account" ON "automation_rules" USING btree ("social_account_id");--> statement-breakpoint
CREATE INDEX "automation_rules_product" ON "automation_rules" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dm_conversations_participant" ON "dm_conversations" USING btree ("social_account_id","participant_id");--> statement-breakpoint
CREATE INDEX "dm_messages_keyword" ON "dm_messages" USING btree ("triggered_keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_responses_account" ON "keyword_responses" USING btree ("social_account_id");--> statement-breakpoint
CREATE INDEX "keyword_responses_product" ON "keyword_responses" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "social_accounts_app_scoped" ON "social_accounts" USING btree ("platform","app_scoped_id");--> statement-breakpoint
CREATE INDEX "dm_conversations_recent" ON "dm_conversations" USING btree ("user_id","last_message_at");--> statement-breakpoint
ALTER TABLE "social_accounts" DROP COLUMN "demo";--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_follow" CHECK ("automation_rules"."trigger_type" <> 'FOLLOW' or "automation_rules"."action_type" in ('ADD_TO_LIST', 'NOTIFY_OWNER'));--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_product" CHECK (("automation_rules"."action_type" = 'SEND_PRODUCT') = ("automation_rules"."product_id" is not null));--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_count" CHECK ("automation_rules"."execution_count" >= 0);--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_trigger" CHECK ("automation_rules"."trigger_type" in ('KEYWORD', 'FIRST_MESSAGE', 'FOLLOW', 'MENTION', 'COMMENT', 'STORY_REPLY'));--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_mode" CHECK ("keyword_responses"."match_mode" in ('EXACT', 'STARTS_WITH', 'WHOLE_WORD', 'CONTAINS'));--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_places" CHECK ("keyword_responses"."places" <@ '{DM,STORY_REPLY,COMMENT}'::text[]);--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_keywords" CHECK ("keyword_responses"."keywords"[1] = "keyword_responses"."keyword");--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_connection" CHECK ("social_accounts"."connection" in ('DEMO', 'OAUTH', 'MANUAL'));--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_problem" CHECK ("social_accounts"."problem" in ('UNCONFIRMED', 'RECONNECT', 'RESTRICTED', 'MESSAGE_ACCESS_OFF', 'NO_CREDITS'));
--> statement-breakpoint
-- Keywords and rules are kept compiled by every process, under their account's version: what a message is answered with
-- is what stood there when it was decided.
CREATE FUNCTION social_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE social_accounts SET rules_version = rules_version + 1
   WHERE id IN (NEW.social_account_id, OLD.social_account_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keyword_responses_changed AFTER INSERT OR DELETE OR UPDATE OF social_account_id, keywords, match_mode,
  excluded_words, places, response_type, response_text, product_id, is_active ON keyword_responses
  FOR EACH ROW EXECUTE FUNCTION social_rules_changed();
--> statement-breakpoint
CREATE TRIGGER automation_rules_changed AFTER INSERT OR DELETE OR UPDATE OF social_account_id, trigger_type, action_type,
  conditions, response_template, product_id, is_active ON automation_rules
  FOR EACH ROW EXECUTE FUNCTION social_rules_changed();
