CREATE TABLE "sender_name_reviews" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"handle" text NOT NULL,
	"note" text NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "sender_name_reviews_id" UNIQUE("id"),
	CONSTRAINT "sender_name_reviews_state" CHECK ("sender_name_reviews"."state" in ('OPEN', 'APPROVED', 'DECLINED')),
	CONSTRAINT "sender_name_reviews_decided" CHECK (("sender_name_reviews"."state" = 'OPEN') = ("sender_name_reviews"."decided_at" is null)),
	CONSTRAINT "sender_name_reviews_words" CHECK (length("sender_name_reviews"."note") <= 500 and length("sender_name_reviews"."answer") <= 500)
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "operator_events" DROP CONSTRAINT "operator_events_kind";--> statement-breakpoint
ALTER TABLE "sender_name_reviews" ADD CONSTRAINT "sender_name_reviews_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sender_name_reviews_newest" ON "sender_name_reviews" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('SIGNED_IN', 'SIGNED_OUT_ELSEWHERE', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'CODES_TURNED_OFF', 'CODES_TURNED_ON', 'RECOVERY_CODES_MADE', 'RECOVERY_CODE_USED', 'SIGN_IN_RESET_STARTED', 'SIGN_IN_RESET_CANCELED', 'SIGN_IN_RESET', 'EMAIL_CHANGED', 'EMAIL_TAKEN_BACK', 'HANDLE_CHANGED', 'PAYOUTS_CONNECTED', 'SOCIAL_CONNECTED', 'EXPORT_ASKED_FOR', 'TEAM_INVITED', 'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'COLLEAGUE_ACTED', 'DELETION_ASKED_FOR', 'DELETION_TAKEN_BACK', 'SENDER_NAME_REVIEW_REQUESTED', 'SENDER_NAME_APPROVED', 'SENDER_NAME_DECLINED', 'STORE_SUSPENDED', 'STORE_REINSTATED'));--> statement-breakpoint
ALTER TABLE "operator_events" ADD CONSTRAINT "operator_events_kind" CHECK ("operator_events"."kind" in ('STORE_SUSPENDED', 'STORE_REINSTATED', 'PAYMENT_REFUNDED', 'PAYMENT_DISMISSED', 'JOB_RETRIED', 'JOB_DISCARDED', 'MAIL_RETRIED', 'MAIL_DISCARDED', 'WEBHOOK_RETRIED', 'WEBHOOK_DISCARDED', 'REPORT_CLOSED', 'SIGN_IN_RESET_STARTED', 'SIGN_IN_RESET_CANCELED', 'SENDER_NAME_APPROVED', 'SENDER_NAME_DECLINED'));