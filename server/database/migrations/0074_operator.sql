CREATE TABLE "abuse_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"email" text,
	"visitor_hash" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "abuse_reports_reason" CHECK ("abuse_reports"."reason" in ('FRAUD', 'COPYRIGHT', 'ILLEGAL', 'HARMFUL', 'OTHER')),
	CONSTRAINT "abuse_reports_words" CHECK (length("abuse_reports"."words") <= 1000),
	CONSTRAINT "abuse_reports_times" CHECK ("abuse_reports"."times" >= 1)
);
--> statement-breakpoint
CREATE TABLE "book_audits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rules" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"operator_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "operator_events_kind" CHECK ("operator_events"."kind" in ('STORE_SUSPENDED', 'STORE_REINSTATED', 'PAYMENT_REFUNDED', 'PAYMENT_DISMISSED', 'JOB_RETRIED', 'JOB_DISCARDED', 'MAIL_RETRIED', 'MAIL_DISCARDED', 'WEBHOOK_RETRIED', 'WEBHOOK_DISCARDED', 'REPORT_CLOSED'))
);
--> statement-breakpoint
CREATE TABLE "held_memberships" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"held_as" text NOT NULL,
	"paused_until" timestamp with time zone,
	"held_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "held_memberships_as" CHECK ("held_memberships"."held_as" in ('PAUSED', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "store_suspensions" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"closed_with" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "store_suspensions_reason" CHECK (length(trim("store_suspensions"."reason")) between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abuse_reports" ADD CONSTRAINT "abuse_reports_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_memberships" ADD CONSTRAINT "held_memberships_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_memberships" ADD CONSTRAINT "held_memberships_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_suspensions" ADD CONSTRAINT "store_suspensions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "abuse_reports_once" ON "abuse_reports" USING btree ("owner_id",coalesce(product_id, owner_id),"visitor_hash") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "abuse_reports_newest" ON "abuse_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "abuse_reports_owner" ON "abuse_reports" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "abuse_reports_product" ON "abuse_reports" USING btree ("product_id") WHERE product_id is not null;--> statement-breakpoint
CREATE INDEX "book_audits_newest" ON "book_audits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operator_events_newest" ON "operator_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "held_memberships_owner" ON "held_memberships" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "store_suspensions_newest" ON "store_suspensions" USING btree ("created_at","owner_id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin ((lower(handle || ' ' || email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('SIGNED_IN', 'SIGNED_OUT_ELSEWHERE', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'EMAIL_CHANGED', 'EMAIL_TAKEN_BACK', 'HANDLE_CHANGED', 'PAYOUTS_CONNECTED', 'SOCIAL_CONNECTED', 'EXPORT_ASKED_FOR', 'TEAM_INVITED', 'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'COLLEAGUE_ACTED', 'DELETION_ASKED_FOR', 'DELETION_TAKEN_BACK', 'STORE_SUSPENDED', 'STORE_REINSTATED'));