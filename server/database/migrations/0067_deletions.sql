CREATE TABLE "account_deletions" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'ASKED' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"closed_with" jsonb NOT NULL,
	"reminded_at" timestamp with time zone,
	"begun_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "account_deletions_state" CHECK ("account_deletions"."state" in ('ASKED', 'ERASING', 'ERASED', 'DONE')),
	CONSTRAINT "account_deletions_begun" CHECK (("account_deletions"."state" = 'ASKED') = ("account_deletions"."begun_at" is null)),
	CONSTRAINT "account_deletions_erased" CHECK (("account_deletions"."state" in ('ERASED', 'DONE')) = ("account_deletions"."erased_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "reserved_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_deletions_open" ON "account_deletions" USING btree ("due_at") WHERE state <> 'DONE';--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('SIGNED_IN', 'SIGNED_OUT_ELSEWHERE', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'EMAIL_CHANGED', 'EMAIL_TAKEN_BACK', 'HANDLE_CHANGED', 'PAYOUTS_CONNECTED', 'SOCIAL_CONNECTED', 'EXPORT_ASKED_FOR', 'TEAM_INVITED', 'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'COLLEAGUE_ACTED', 'DELETION_ASKED_FOR', 'DELETION_TAKEN_BACK'));--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_reserved" CHECK ("account_exports"."reserved_bytes" >= 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased" CHECK ("users"."erased_at" is null or "users"."email" like '%@erased.invalid' and "users"."handle" like 'deleted\_%'
          and num_nonnulls("users"."last_name", "users"."profile_image_url", "users"."avatar_image_id", "users"."bio", "users"."bio_document", "users"."tagline", "users"."oidc_subject", "users"."postal_address", "users"."time_zone", "users"."refund_terms") = 0);