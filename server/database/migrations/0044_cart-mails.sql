CREATE TABLE "cart_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (regexp_replace(case when lower("email") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("email"), '@', 1), '.', '') || '@gmail.com' else lower("email") end, '^([^+@]+)[+][^@]*@', '\1@')) STORED NOT NULL,
	"step" integer NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"reason" text,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"code" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "cart_mails_state" CHECK ("cart_mails"."state" in ('QUEUED', 'SENT', 'SKIPPED', 'FAILED', 'UNKNOWN')),
	CONSTRAINT "cart_mails_step" CHECK ("cart_mails"."step" >= 0)
);
--> statement-breakpoint
CREATE TABLE "cart_sequences" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"switched_on_at" timestamp with time zone,
	"steps" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "cart_sequences_owner_id_kind_pk" PRIMARY KEY("owner_id","kind"),
	CONSTRAINT "cart_sequences_kind" CHECK ("cart_sequences"."kind" in ('LEFT', 'FAILED')),
	CONSTRAINT "cart_sequences_revision" CHECK ("cart_sequences"."revision" >= 1),
	CONSTRAINT "cart_sequences_steps" CHECK (jsonb_array_length("cart_sequences"."steps") <= 5),
	CONSTRAINT "cart_sequences_switched_on" CHECK ("cart_sequences"."is_on" = ("cart_sequences"."switched_on_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "next_step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "next_mail_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "stopped" text;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "made_code" text;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD COLUMN "code_made_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD CONSTRAINT "cart_mails_cart_id_abandoned_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."abandoned_carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD CONSTRAINT "cart_mails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_sequences" ADD CONSTRAINT "cart_sequences_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_mails_once" ON "cart_mails" USING btree ("cart_id","step");--> statement-breakpoint
CREATE INDEX "cart_mails_mailbox" ON "cart_mails" USING btree ("mailbox","created_at");--> statement-breakpoint
CREATE INDEX "cart_mails_owner" ON "cart_mails" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "abandoned_carts_due" ON "abandoned_carts" USING btree ("next_mail_at") WHERE next_mail_at is not null;--> statement-breakpoint
CREATE INDEX "abandoned_carts_waiting" ON "abandoned_carts" USING btree ("owner_id","kind") WHERE next_mail_at is not null;--> statement-breakpoint
CREATE INDEX "abandoned_carts_codes" ON "abandoned_carts" USING btree ("owner_id","mailbox","code_made_at") WHERE code_made_at is not null;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD CONSTRAINT "abandoned_carts_silent" CHECK ("abandoned_carts"."next_mail_at" is null or ("abandoned_carts"."outcome" is null and "abandoned_carts"."stopped" is null and "abandoned_carts"."abandoned_at" is not null));