CREATE TABLE "first_sales" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"celebrated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mail" text DEFAULT 'EACH' NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"push" boolean DEFAULT true NOT NULL,
	"told_until" date,
	CONSTRAINT "notification_choices_owner_id_kind_pk" PRIMARY KEY("owner_id","kind"),
	CONSTRAINT "notification_choices_kind" CHECK ("notification_choices"."kind" in ('SALE', 'FIRST_SALE', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT')),
	CONSTRAINT "notification_choices_mail" CHECK ("notification_choices"."mail" in ('EACH', 'DAILY', 'NEVER')),
	CONSTRAINT "notification_choices_daily_sales" CHECK ("notification_choices"."mail" <> 'DAILY' or "notification_choices"."kind" = 'SALE'),
	CONSTRAINT "notification_choices_in_app" CHECK ("notification_choices"."in_app" or "notification_choices"."kind" not in ('REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"facts" jsonb NOT NULL,
	"in_app" boolean NOT NULL,
	"wants_mail" boolean DEFAULT false NOT NULL,
	"wants_push" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('SALE', 'FIRST_SALE', 'ORDER_TO_SHIP', 'WORK_TO_DELIVER', 'SESSION', 'SUBMISSIONS', 'REVIEW', 'REFUND_REQUEST', 'REFUND_FAILED', 'DISPUTE', 'PAYOUT_FAILED', 'ACCOUNT_DISCONNECTED', 'PLAN_LIMIT'))
);
--> statement-breakpoint
CREATE TABLE "push_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"public_key" text NOT NULL,
	"auth_secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "push_browsers_endpoint_length" CHECK (length("push_browsers"."endpoint") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "first_sales" ADD CONSTRAINT "first_sales_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browsers" ADD CONSTRAINT "push_browsers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browsers" ADD CONSTRAINT "push_browsers_session_id_sessions_sid_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_choices_daily" ON "notification_choices" USING btree ("owner_id") WHERE mail = 'DAILY';--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("owner_id","event");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("owner_id") WHERE in_app and read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_wanted" ON "notifications" USING btree ("owner_id","created_at") WHERE wants_mail or wants_push;--> statement-breakpoint
CREATE UNIQUE INDEX "push_browsers_endpoint" ON "push_browsers" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_browsers_owner" ON "push_browsers" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "push_browsers_session" ON "push_browsers" USING btree ("session_id");--> statement-breakpoint
INSERT INTO "first_sales" ("owner_id", "order_id", "sold_at", "celebrated_at")
SELECT DISTINCT ON (owner_id) owner_id, id, coalesce(paid_at, created_at), coalesce(paid_at, created_at) FROM "orders"
 WHERE status IN ('PAID', 'REFUNDED') AND total_cents > 0 ORDER BY owner_id, coalesce(paid_at, created_at), id;
