CREATE TABLE "emailed_codes_off" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "recovery_codes_code" UNIQUE("owner_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_resets" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_resets_wait" CHECK ("sign_in_resets"."ends_at" >= "sign_in_resets"."started_at" + interval '72 hours')
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "operator_events" DROP CONSTRAINT "operator_events_kind";--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD COLUMN "network_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "emailed_codes_off" ADD CONSTRAINT "emailed_codes_off_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_owner_id_emailed_codes_off_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."emailed_codes_off"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_resets" ADD CONSTRAINT "sign_in_resets_owner_id_emailed_codes_off_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."emailed_codes_off"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_resets_end" ON "sign_in_resets" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "abuse_reports_network" ON "abuse_reports" USING btree ("owner_id","network_hash","created_at");--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('SIGNED_IN', 'SIGNED_OUT_ELSEWHERE', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'CODES_TURNED_OFF', 'CODES_TURNED_ON', 'RECOVERY_CODES_MADE', 'RECOVERY_CODE_USED', 'SIGN_IN_RESET_STARTED', 'SIGN_IN_RESET_CANCELED', 'SIGN_IN_RESET', 'EMAIL_CHANGED', 'EMAIL_TAKEN_BACK', 'HANDLE_CHANGED', 'PAYOUTS_CONNECTED', 'SOCIAL_CONNECTED', 'EXPORT_ASKED_FOR', 'TEAM_INVITED', 'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'COLLEAGUE_ACTED', 'DELETION_ASKED_FOR', 'DELETION_TAKEN_BACK', 'STORE_SUSPENDED', 'STORE_REINSTATED'));--> statement-breakpoint
ALTER TABLE "operator_events" ADD CONSTRAINT "operator_events_kind" CHECK ("operator_events"."kind" in ('STORE_SUSPENDED', 'STORE_REINSTATED', 'PAYMENT_REFUNDED', 'PAYMENT_DISMISSED', 'JOB_RETRIED', 'JOB_DISCARDED', 'MAIL_RETRIED', 'MAIL_DISCARDED', 'WEBHOOK_RETRIED', 'WEBHOOK_DISCARDED', 'REPORT_CLOSED', 'SIGN_IN_RESET_STARTED', 'SIGN_IN_RESET_CANCELED'));