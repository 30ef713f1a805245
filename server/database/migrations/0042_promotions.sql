CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"event" text NOT NULL,
	"template" text NOT NULL,
	"email" text NOT NULL,
	"mailbox" text NOT NULL,
	"cart_id" uuid,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"wanted_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "promotions_states" CHECK ("promotions"."state" in ('QUEUED', 'CLAIMED', 'SENT', 'SKIPPED', 'FAILED', 'UNKNOWN')),
	CONSTRAINT "promotions_attempts" CHECK ("promotions"."attempts" >= 0),
	CONSTRAINT "promotions_settled" CHECK (("promotions"."state" in ('QUEUED', 'CLAIMED')) = ("promotions"."settled_at" is null)),
	CONSTRAINT "promotions_claim" CHECK ("promotions"."state" not in ('CLAIMED', 'SENT', 'UNKNOWN') or "promotions"."claimed_at" is not null),
	CONSTRAINT "promotions_reason" CHECK ("promotions"."state" <> 'SKIPPED' or "promotions"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"cart_id" uuid,
	"address_hash" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "suppressions_once" UNIQUE NULLS NOT DISTINCT("address_hash","owner_id","cart_id","reason"),
	CONSTRAINT "suppressions_reason" CHECK ("suppressions"."reason" in ('UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED')),
	CONSTRAINT "suppressions_cart" CHECK ("suppressions"."cart_id" is null or "suppressions"."owner_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "unsubscribe_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"cart_id" uuid,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "postal_address" text;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_links" ADD CONSTRAINT "unsubscribe_links_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_once" ON "promotions" USING btree ("event",lower("email"));--> statement-breakpoint
CREATE INDEX "promotions_due" ON "promotions" USING btree ("owner_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "promotions_claimed" ON "promotions" USING btree ("claimed_at") WHERE state = 'CLAIMED';--> statement-breakpoint
CREATE INDEX "promotions_of_owner" ON "promotions" USING btree ("owner_id","claimed_at") WHERE claimed_at is not null;--> statement-breakpoint
CREATE INDEX "promotions_of_mailbox" ON "promotions" USING btree ("mailbox","claimed_at") WHERE claimed_at is not null;--> statement-breakpoint
CREATE INDEX "promotions_email" ON "promotions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "suppressions_owner" ON "suppressions" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unsubscribe_links_once" ON "unsubscribe_links" USING btree ("owner_id",lower("email"),coalesce("cart_id", '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE INDEX "unsubscribe_links_email" ON "unsubscribe_links" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_postal_address" CHECK (length(trim("users"."postal_address")) between 1 and 300);--> statement-breakpoint
-- Who left a list before has said no to its creator's other mails, too.
INSERT INTO "suppressions" ("owner_id", "address_hash", "reason", "created_at")
SELECT owner_id, encode(sha256(convert_to(regexp_replace(case when lower(email) ~ '@(gmail|googlemail)[.]com$'
    then replace(split_part(lower(email), '@', 1), '.', '') || '@gmail.com' else lower(email) end, '^([^+@]+)[+][^@]*@', '\1@'), 'UTF8')), 'hex'),
  'UNSUBSCRIBED', unsubscribed_at FROM "subscribers" WHERE state = 'UNSUBSCRIBED' ON CONFLICT DO NOTHING;
