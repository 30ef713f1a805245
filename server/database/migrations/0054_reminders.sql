CREATE TABLE "reminders" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "reminders_owner_id_kind_pk" PRIMARY KEY("owner_id","kind"),
	CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('RENEWAL', 'EVENT_DAY', 'EVENT_HOUR')),
	CONSTRAINT "reminders_revision" CHECK ("reminders"."revision" >= 1),
	CONSTRAINT "reminders_words" CHECK (length("reminders"."words") <= 1000),
	CONSTRAINT "reminders_of_renewals" CHECK ("reminders"."is_on" or "reminders"."kind" <> 'RENEWAL')
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;