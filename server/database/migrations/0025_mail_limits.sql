ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_state";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (regexp_replace(case when lower("recipient") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("recipient"), '@', 1), '.', '') || '@gmail.com' else lower("recipient") end, '^([^+@]+)[+][^@]*@', '\1@')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_outbox_counted_mailbox" ON "mail_outbox" USING btree ("mailbox","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_counted_owner" ON "mail_outbox" USING btree ("owner_id","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" USING btree ("owner_id",(template <> 'receipt'),"due_at") WHERE state = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_outbox_waiting_receipt" ON "mail_outbox" USING btree ("owner_id",lower("recipient")) WHERE state = 'WAITING' and template = 'receipt';--> statement-breakpoint
CREATE INDEX "orders_costing_customer" ON "orders" USING btree ("customer_id") WHERE total_cents > 0;--> statement-breakpoint
CREATE INDEX "orders_costing_owner" ON "orders" USING btree ("owner_id") WHERE total_cents > 0;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_waits" CHECK ("mail_outbox"."state" <> 'WAITING' or ("mail_outbox"."owner_id" is not null and "mail_outbox"."due_at" is not null));--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_counted" CHECK ("mail_outbox"."counted_at" is null or "mail_outbox"."owner_id" is not null);--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_state" CHECK ("mail_outbox"."state" in ('QUEUED', 'WAITING', 'MERGED', 'SKIPPED', 'SENT', 'FAILED'));--> statement-breakpoint
UPDATE customers c SET proven_at = s.since FROM (SELECT customer_id, min(created_at) AS since FROM buyer_sessions GROUP BY customer_id) s WHERE s.customer_id = c.id;
