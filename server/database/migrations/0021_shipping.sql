CREATE TABLE "shipping_rates" (
	"owner_id" uuid NOT NULL,
	"country" text NOT NULL,
	"first_cents" integer NOT NULL,
	"further_cents" integer NOT NULL,
	CONSTRAINT "shipping_rates_owner_id_country_pk" PRIMARY KEY("owner_id","country"),
	CONSTRAINT "shipping_rates_country" CHECK ("shipping_rates"."country" ~ '^([A-Z]{2}|ELSEWHERE)$'),
	CONSTRAINT "shipping_rates_first" CHECK ("shipping_rates"."first_cents" between 0 and 99999999),
	CONSTRAINT "shipping_rates_further" CHECK ("shipping_rates"."further_cents" between 0 and 99999999),
	CONSTRAINT "shipping_rates_payable" CHECK ("shipping_rates"."first_cents" not between 1 and 49 and "shipping_rates"."further_cents" not between 1 and 49)
);
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_sum";--> statement-breakpoint
ALTER TABLE "cart_versions" ADD COLUMN "shipping_country" text DEFAULT '*';--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "upsell_offers" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD CONSTRAINT "shipping_rates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_versions" ADD CONSTRAINT "cart_versions_country" CHECK ("cart_versions"."shipping_country" ~ '^([A-Z]{2}|[*])$');--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discounted" CHECK ("order_items"."discount_cents" <= "order_items"."unit_price_cents" * "order_items"."quantity");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_shipping" CHECK ("order_items"."shipping_cents" >= 0);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_sum" CHECK ("order_items"."total_price_cents" = "order_items"."unit_price_cents" * "order_items"."quantity" - "order_items"."discount_cents" + "order_items"."shipping_cents");--> statement-breakpoint
ALTER TABLE "upsell_offers" ADD CONSTRAINT "upsell_offers_shipping" CHECK ("upsell_offers"."shipping_cents" between 0 and coalesce("upsell_offers"."amount_cents", 0));--> statement-breakpoint
INSERT INTO "shipping_rates" ("owner_id", "country", "first_cents", "further_cents")
SELECT DISTINCT "owner_id", 'ELSEWHERE', 0, 0 FROM "products" WHERE "requires_shipping";
