CREATE TABLE "renewal_days" (
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "renewal_days_owner_id_day_pk" PRIMARY KEY("owner_id","day")
);
--> statement-breakpoint
ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "team_mail_choices" DROP CONSTRAINT "team_mail_choices_kind";--> statement-breakpoint
ALTER TABLE "renewal_days" ADD CONSTRAINT "renewal_days_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_days_day" ON "renewal_days" USING btree ("day");--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_kind" CHECK ("notification_choices"."kind" in ('SALE', 'FIRST_SALE', 'MEMBER_JOINED', 'MEMBER_FIRST_PAYMENT', 'MEMBER_RENEWED', 'MEMBER_PAYMENT_FAILED', 'MEMBER_CANCELED', 'MEMBER_ENDED', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT', 'TRIAL'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('SALE', 'FIRST_SALE', 'MEMBER_JOINED', 'MEMBER_FIRST_PAYMENT', 'MEMBER_RENEWED', 'MEMBER_PAYMENT_FAILED', 'MEMBER_CANCELED', 'MEMBER_ENDED', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT', 'TRIAL'));--> statement-breakpoint
ALTER TABLE "team_mail_choices" ADD CONSTRAINT "team_mail_choices_kind" CHECK ("team_mail_choices"."kind" in ('SALE', 'FIRST_SALE', 'MEMBER_JOINED', 'MEMBER_FIRST_PAYMENT', 'MEMBER_RENEWED', 'MEMBER_PAYMENT_FAILED', 'MEMBER_CANCELED', 'MEMBER_ENDED', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT', 'TRIAL'));