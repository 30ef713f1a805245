CREATE TABLE "automatic_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"product_id" uuid,
	"days" smallint DEFAULT 0 NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb NOT NULL,
	"offer_product_id" uuid,
	"coupon_id" uuid,
	"switched_on_at" timestamp with time zone,
	"looked_until" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "automatic_mails_once" UNIQUE NULLS NOT DISTINCT("owner_id","kind","product_id"),
	CONSTRAINT "automatic_mails_kind" CHECK ("automatic_mails"."kind" in ('WELCOME', 'AFTER_PURCHASE', 'NEW_POST', 'COURSE_REMINDER')),
	CONSTRAINT "automatic_mails_revision" CHECK ("automatic_mails"."revision" >= 1),
	CONSTRAINT "automatic_mails_subject" CHECK (length("automatic_mails"."subject") <= 120),
	CONSTRAINT "automatic_mails_days" CHECK ("automatic_mails"."days" between 0 and 365),
	CONSTRAINT "automatic_mails_of_product" CHECK ("automatic_mails"."product_id" is null or "automatic_mails"."kind" in ('AFTER_PURCHASE', 'COURSE_REMINDER')),
	CONSTRAINT "automatic_mails_leads" CHECK ("automatic_mails"."kind" in ('WELCOME', 'AFTER_PURCHASE') or ("automatic_mails"."offer_product_id" is null and "automatic_mails"."coupon_id" is null)),
	CONSTRAINT "automatic_mails_stopped" CHECK ("automatic_mails"."kind" <> 'COURSE_REMINDER' or "automatic_mails"."days" >= 1),
	CONSTRAINT "automatic_mails_looked" CHECK (("automatic_mails"."switched_on_at" is null) = ("automatic_mails"."looked_until" is null))
);
--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "automatic_mail_id" uuid;--> statement-breakpoint
ALTER TABLE "automatic_mails" ADD CONSTRAINT "automatic_mails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_mails" ADD CONSTRAINT "automatic_mails_offer_product_id_products_id_fk" FOREIGN KEY ("offer_product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_mails" ADD CONSTRAINT "automatic_mails_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_mails" ADD CONSTRAINT "automatic_mails_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automatic_mails_due" ON "automatic_mails" USING btree ("looked_until","id") WHERE switched_on_at is not null;--> statement-breakpoint
CREATE INDEX "automatic_mails_product" ON "automatic_mails" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "automatic_mails_offer" ON "automatic_mails" USING btree ("offer_product_id");--> statement-breakpoint
CREATE INDEX "automatic_mails_coupon" ON "automatic_mails" USING btree ("coupon_id");--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_automatic_mail_id_automatic_mails_id_fk" FOREIGN KEY ("automatic_mail_id") REFERENCES "public"."automatic_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscribers_confirmed" ON "subscribers" USING btree ("owner_id","confirmed_at") WHERE state = 'SUBSCRIBED';--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_automatic_once" ON "promotions" USING btree ("automatic_mail_id","mailbox","event") WHERE automatic_mail_id is not null;--> statement-breakpoint
CREATE INDEX "promotions_of_automatic_mail" ON "promotions" USING btree ("automatic_mail_id","state") WHERE automatic_mail_id is not null;