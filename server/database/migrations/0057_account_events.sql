CREATE TABLE "account_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('SIGNED_IN', 'HANDLE_CHANGED', 'PAYOUTS_CONNECTED', 'SOCIAL_CONNECTED'))
);
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_newest" ON "account_events" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "account_events_age" ON "account_events" USING btree ("created_at");