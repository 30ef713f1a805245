ALTER TABLE "reply_links" DROP CONSTRAINT "reply_links_keyword_response_id_keyword_responses_id_fk";
--> statement-breakpoint
ALTER TABLE "reply_links" DROP CONSTRAINT "reply_links_automation_rule_id_automation_rules_id_fk";
--> statement-breakpoint
ALTER TABLE "dm_messages" DROP CONSTRAINT "dm_messages_triggered_keyword_id_keyword_responses_id_fk";
--> statement-breakpoint
ALTER TABLE "social_events" DROP CONSTRAINT "social_events_keyword_response_id_keyword_responses_id_fk";
--> statement-breakpoint
ALTER TABLE "social_events" DROP CONSTRAINT "social_events_automation_rule_id_automation_rules_id_fk";
--> statement-breakpoint
ALTER TABLE "person_tags" DROP CONSTRAINT "person_tags_tag_fk";
