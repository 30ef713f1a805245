CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"product_id" uuid,
	"coupon_id" uuid,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"send_on" text,
	"by_person_zone" boolean DEFAULT false NOT NULL,
	"send_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"audience_count" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "mailings_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "mailings_state" CHECK ("mailings"."state" in ('DRAFT', 'SCHEDULED', 'LATE', 'SENDING', 'SENT', 'STOPPED')),
	CONSTRAINT "mailings_revision" CHECK ("mailings"."revision" >= 1),
	CONSTRAINT "mailings_audience_count" CHECK ("mailings"."audience_count" >= 0),
	CONSTRAINT "mailings_subject" CHECK (length("mailings"."subject") <= 120),
	CONSTRAINT "mailings_send_at" CHECK (("mailings"."state" in ('SCHEDULED', 'LATE')) <= ("mailings"."send_at" is not null)),
	CONSTRAINT "mailings_started" CHECK (("mailings"."state" in ('SENDING', 'SENT', 'STOPPED')) = ("mailings"."started_at" is not null)),
	CONSTRAINT "mailings_counted" CHECK (("mailings"."started_at" is null) = ("mailings"."audience_count" is null)),
	CONSTRAINT "mailings_finished" CHECK (("mailings"."state" in ('SENT', 'STOPPED')) = ("mailings"."finished_at" is not null)),
	CONSTRAINT "mailings_person_zone" CHECK (not "mailings"."by_person_zone" or "mailings"."send_on" is not null)
);
--> statement-breakpoint
CREATE TABLE "mailing_clicks" (
	"promotion_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"clicked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mailing_clicks_promotion_id_link_id_pk" PRIMARY KEY("promotion_id","link_id")
);
--> statement-breakpoint
DROP INDEX "promotions_due";--> statement-breakpoint
ALTER TABLE "reply_links" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "mailing_id" uuid;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN "mailing_id" uuid;--> statement-breakpoint
ALTER TABLE "reply_links" ADD COLUMN "target" text;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_clicks" ADD CONSTRAINT "mailing_clicks_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_clicks" ADD CONSTRAINT "mailing_clicks_link_id_reply_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."reply_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailings_newest" ON "mailings" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mailings_due" ON "mailings" USING btree ("send_at") WHERE state = 'SCHEDULED';--> statement-breakpoint
CREATE INDEX "mailings_sending" ON "mailings" USING btree ("id") WHERE state = 'SENDING';--> statement-breakpoint
CREATE INDEX "mailings_product" ON "mailings" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "mailings_coupon" ON "mailings" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "mailing_clicks_link" ON "mailing_clicks" USING btree ("link_id");--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_mailing_fk" FOREIGN KEY ("mailing_id","user_id") REFERENCES "public"."mailings"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscribers_mailbox" ON "subscribers" USING btree ("owner_id",regexp_replace(case when lower("email") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("email"), '@', 1), '.', '') || '@gmail.com' else lower("email") end, '^([^+@]+)[+][^@]*@', '\1@'));--> statement-breakpoint
CREATE INDEX "promotions_of_mailing" ON "promotions" USING btree ("mailing_id","state","id") WHERE mailing_id is not null;--> statement-breakpoint
CREATE INDEX "customers_mailbox" ON "customers" USING btree (regexp_replace(case when lower("email") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("email"), '@', 1), '.', '') || '@gmail.com' else lower("email") end, '^([^+@]+)[+][^@]*@', '\1@'));--> statement-breakpoint
CREATE UNIQUE INDEX "reply_links_target" ON "reply_links" USING btree ("mailing_id","target");--> statement-breakpoint
CREATE INDEX "promotions_due" ON "promotions" USING btree ("owner_id",(mailing_id is not null),"due_at","id") WHERE state = 'QUEUED';--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_kind" CHECK (("reply_links"."mailing_id" is null) = ("reply_links"."product_id" is not null) and ("reply_links"."mailing_id" is null) = ("reply_links"."target" is null));