CREATE TABLE "mail_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mail_id" uuid,
	"owner_id" uuid,
	"kind" text NOT NULL,
	"is_promotion" boolean NOT NULL,
	"address_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "mail_feedback_kinds" CHECK ("mail_feedback"."kind" in ('HARD', 'SOFT', 'COMPLAINT'))
);
--> statement-breakpoint
CREATE TABLE "promotion_stops" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"sent" integer NOT NULL,
	"counted" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "promotion_stops_reasons" CHECK ("promotion_stops"."reason" in ('BOUNCES', 'COMPLAINTS')),
	CONSTRAINT "promotion_stops_sent" CHECK ("promotion_stops"."sent" >= 0),
	CONSTRAINT "promotion_stops_counted" CHECK ("promotion_stops"."counted" >= 0),
	CONSTRAINT "promotion_stops_until" CHECK ("promotion_stops"."until" > "promotion_stops"."created_at")
);
--> statement-breakpoint
ALTER TABLE "suppressions" DROP CONSTRAINT "suppressions_reason";--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_feedback" ADD CONSTRAINT "mail_feedback_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_stops" ADD CONSTRAINT "promotion_stops_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_feedback_once" ON "mail_feedback" USING btree ("mail_id","kind");--> statement-breakpoint
CREATE INDEX "mail_feedback_owner" ON "mail_feedback" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "promotion_stops_owner" ON "promotion_stops" USING btree ("owner_id","until");--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_until" CHECK (("suppressions"."reason" = 'UNREACHABLE') = ("suppressions"."until" is not null));--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_reason" CHECK ("suppressions"."reason" in ('UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED', 'UNREACHABLE'));