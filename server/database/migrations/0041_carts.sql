CREATE TABLE "abandoned_carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"email" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (regexp_replace(case when lower("email") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("email"), '@', 1), '.', '') || '@gmail.com' else lower("email") end, '^([^+@]+)[+][^@]*@', '\1@')) STORED NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'LEFT' NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"order_bumps" uuid[] DEFAULT '{}' NOT NULL,
	"coupon_code" text DEFAULT '' NOT NULL,
	"affiliate_code" text DEFAULT '' NOT NULL,
	"billing_interval" text,
	"amount_cents" integer,
	"draft_hash" text,
	"time_zone" text,
	"left_at" timestamp with time zone NOT NULL,
	"abandoned_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"recovery_emails_sent" integer DEFAULT 0 NOT NULL,
	"last_email_sent" timestamp with time zone,
	"outcome" text,
	"recovered" boolean GENERATED ALWAYS AS (outcome is not distinct from 'RECOVERED') STORED NOT NULL,
	"recovered_by" text,
	"recovered_order_id" uuid,
	"recovered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "abandoned_carts_kind" CHECK ("abandoned_carts"."kind" in ('LEFT', 'FAILED')),
	CONSTRAINT "abandoned_carts_outcome" CHECK ("abandoned_carts"."outcome" in ('RECOVERED', 'BOUGHT', 'EXPIRED')),
	CONSTRAINT "abandoned_carts_recovered_by" CHECK ("abandoned_carts"."recovered_by" in ('LINK', 'NEAR', 'HAND')),
	CONSTRAINT "abandoned_carts_interval" CHECK ("abandoned_carts"."billing_interval" in ('MONTH', 'YEAR')),
	CONSTRAINT "abandoned_carts_price" CHECK ("abandoned_carts"."price_cents" >= 0),
	CONSTRAINT "abandoned_carts_sent" CHECK ("abandoned_carts"."recovery_emails_sent" >= 0),
	CONSTRAINT "abandoned_carts_amount" CHECK ("abandoned_carts"."amount_cents" between 0 and 99999999),
	CONSTRAINT "abandoned_carts_forgotten" CHECK ("abandoned_carts"."abandoned_at" is null or "abandoned_carts"."draft_hash" is null),
	CONSTRAINT "abandoned_carts_recovery" CHECK (("abandoned_carts"."outcome" is not distinct from 'RECOVERED') = ("abandoned_carts"."recovered_by" is not null)
          and ("abandoned_carts"."recovered_by" is null) = ("abandoned_carts"."recovered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "cart_returns" (
	"draft_id" uuid NOT NULL,
	"cart_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "cart_returns_draft_id_pk" PRIMARY KEY("draft_id")
);
--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD CONSTRAINT "abandoned_carts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD CONSTRAINT "abandoned_carts_recovered_order_id_orders_id_fk" FOREIGN KEY ("recovered_order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abandoned_carts" ADD CONSTRAINT "abandoned_carts_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_returns" ADD CONSTRAINT "cart_returns_draft_id_checkout_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."checkout_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_returns" ADD CONSTRAINT "cart_returns_cart_id_abandoned_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."abandoned_carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "abandoned_carts_one" ON "abandoned_carts" USING btree ("owner_id","mailbox","product_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "abandoned_carts_newest" ON "abandoned_carts" USING btree ("owner_id","abandoned_at","id") WHERE abandoned_at is not null and outcome is distinct from 'BOUGHT';--> statement-breakpoint
CREATE INDEX "abandoned_carts_recovered" ON "abandoned_carts" USING btree ("owner_id","abandoned_at","id") WHERE recovered;--> statement-breakpoint
CREATE INDEX "abandoned_carts_mailed" ON "abandoned_carts" USING btree ("owner_id","abandoned_at","id") WHERE recovery_emails_sent > 0;--> statement-breakpoint
CREATE INDEX "abandoned_carts_open" ON "abandoned_carts" USING btree ("left_at") WHERE abandoned_at is null;--> statement-breakpoint
CREATE INDEX "abandoned_carts_browser" ON "abandoned_carts" USING btree ("draft_hash") WHERE draft_hash is not null;--> statement-breakpoint
CREATE INDEX "abandoned_carts_expiry" ON "abandoned_carts" USING btree ("expires_at") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "abandoned_carts_age" ON "abandoned_carts" USING btree ("left_at");--> statement-breakpoint
CREATE INDEX "abandoned_carts_product" ON "abandoned_carts" USING btree ("product_id","owner_id");--> statement-breakpoint
CREATE INDEX "abandoned_carts_email" ON "abandoned_carts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "abandoned_carts_order" ON "abandoned_carts" USING btree ("recovered_order_id");--> statement-breakpoint
CREATE INDEX "cart_returns_cart" ON "cart_returns" USING btree ("cart_id");