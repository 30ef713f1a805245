CREATE TABLE "team_mail_choices" (
	"owner_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "team_mail_choices_pk" PRIMARY KEY("owner_id","user_id","kind"),
	CONSTRAINT "team_mail_choices_kind" CHECK ("team_mail_choices"."kind" in ('SALE', 'FIRST_SALE', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT', 'TRIAL'))
);
--> statement-breakpoint
CREATE TABLE "team_news" (
	"owner_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"read_at" timestamp with time zone,
	"wants_mail" boolean DEFAULT false NOT NULL,
	CONSTRAINT "team_news_pk" PRIMARY KEY("owner_id","user_id","notification_id")
);
--> statement-breakpoint
ALTER TABLE "team_mail_choices" ADD CONSTRAINT "team_mail_choices_member_fk" FOREIGN KEY ("owner_id","user_id") REFERENCES "public"."team_members"("owner_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_news" ADD CONSTRAINT "team_news_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_news" ADD CONSTRAINT "team_news_member_fk" FOREIGN KEY ("owner_id","user_id") REFERENCES "public"."team_members"("owner_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_news_notification" ON "team_news" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "team_news_wanted" ON "team_news" USING btree ("owner_id","user_id") WHERE wants_mail;