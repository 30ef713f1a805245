CREATE TABLE "account_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"with_files" boolean NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"run" uuid,
	"runs" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"step" text,
	"size_bytes" bigint,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "account_exports_state" CHECK ("account_exports"."state" in ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
	CONSTRAINT "account_exports_size" CHECK ("account_exports"."size_bytes" >= 0),
	CONSTRAINT "account_exports_percent" CHECK ("account_exports"."percent" between 0 and 100),
	CONSTRAINT "account_exports_running" CHECK ("account_exports"."state" <> 'RUNNING' or "account_exports"."run" is not null),
	CONSTRAINT "account_exports_ready" CHECK ("account_exports"."state" <> 'READY' or num_nonnulls("account_exports"."run", "account_exports"."size_bytes", "account_exports"."ready_at", "account_exports"."expires_at") = 4)
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_exports_newest" ON "account_exports" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "account_exports_open" ON "account_exports" USING btree ("state") WHERE state in ('QUEUED', 'RUNNING', 'READY');--> statement-breakpoint
CREATE UNIQUE INDEX "account_exports_one_at_a_time" ON "account_exports" USING btree ("owner_id") WHERE state in ('QUEUED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "images_owner" ON "images" USING btree ("owner_id","id");--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('SIGNED_IN', 'SIGNED_OUT_ELSEWHERE', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'EMAIL_CHANGED', 'EMAIL_TAKEN_BACK', 'HANDLE_CHANGED', 'PAYOUTS_CONNECTED', 'SOCIAL_CONNECTED', 'EXPORT_ASKED_FOR'));