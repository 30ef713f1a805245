CREATE TABLE "mailing_lists" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"promise" text DEFAULT '' NOT NULL,
	"thanks_product_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "mailing_lists_revision" CHECK ("mailing_lists"."revision" >= 1),
	CONSTRAINT "mailing_lists_title" CHECK (length("mailing_lists"."title") <= 80),
	CONSTRAINT "mailing_lists_promise" CHECK (length("mailing_lists"."promise") <= 300)
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"consent_text" text NOT NULL,
	"ip_address" "inet",
	"asked_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"round" integer DEFAULT 0 NOT NULL,
	"mailed_at" timestamp with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"thanks_order_id" uuid,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "subscribers_states" CHECK ("subscribers"."state" in ('PENDING', 'SUBSCRIBED', 'UNSUBSCRIBED')),
	CONSTRAINT "subscribers_round" CHECK ("subscribers"."round" >= 0),
	CONSTRAINT "subscribers_wrong_codes" CHECK ("subscribers"."wrong_codes" >= 0),
	CONSTRAINT "subscribers_confirmed" CHECK ("subscribers"."state" <> 'SUBSCRIBED' or "subscribers"."confirmed_at" is not null),
	CONSTRAINT "subscribers_unsubscribed" CHECK (("subscribers"."state" = 'UNSUBSCRIBED') = ("subscribers"."unsubscribed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mailing_lists" ADD CONSTRAINT "mailing_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_lists" ADD CONSTRAINT "mailing_lists_thanks_product_id_products_id_fk" FOREIGN KEY ("thanks_product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_thanks_order_id_orders_id_fk" FOREIGN KEY ("thanks_order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_lists_thanks" ON "mailing_lists" USING btree ("thanks_product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_once" ON "subscribers" USING btree ("owner_id",lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_newest" ON "subscribers" USING btree ("owner_id","asked_at","id");--> statement-breakpoint
CREATE INDEX "subscribers_state" ON "subscribers" USING btree ("owner_id","state");--> statement-breakpoint
CREATE INDEX "subscribers_email" ON "subscribers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_pending" ON "subscribers" USING btree ("asked_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "subscribers_thanks" ON "subscribers" USING btree ("thanks_order_id");