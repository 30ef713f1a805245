CREATE TABLE "checkout_visits" (
	"checkout_session_id" uuid PRIMARY KEY NOT NULL,
	"visit_id" uuid NOT NULL,
	"product_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_visits" (
	"owner_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "open_visits_owner_id_visitor_pk" PRIMARY KEY("owner_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "order_sources" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "order_sources_channel" CHECK ("order_sources"."channel" in ('DIRECT', 'SOCIAL', 'SEARCH', 'AI', 'VIDEO', 'EMAIL', 'MESSAGE', 'AFFILIATE', 'LINK', 'CAMPAIGN'))
);
--> statement-breakpoint
CREATE TABLE "traffic_days" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	"checkouts" integer NOT NULL,
	"emails" integer NOT NULL,
	"tried" integer NOT NULL,
	"paid" integer NOT NULL,
	"added" integer NOT NULL,
	CONSTRAINT "traffic_days_owner_id_kind_day_channel_name_pk" PRIMARY KEY("owner_id","kind","day","channel","name")
);
--> statement-breakpoint
CREATE TABLE "traffic_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "traffic_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" uuid NOT NULL,
	"bucket" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "traffic_quarters" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"bucket" timestamp with time zone NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	"checkouts" integer NOT NULL,
	"emails" integer NOT NULL,
	"tried" integer NOT NULL,
	"paid" integer NOT NULL,
	"added" integer NOT NULL,
	CONSTRAINT "traffic_quarters_owner_id_bucket_kind_channel_name_pk" PRIMARY KEY("owner_id","bucket","kind","channel","name")
);
--> statement-breakpoint
CREATE TABLE "visit_products" (
	"visit_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"step" smallint NOT NULL,
	CONSTRAINT "visit_products_visit_id_product_id_pk" PRIMARY KEY("visit_id","product_id"),
	CONSTRAINT "visit_products_step" CHECK ("visit_products"."step" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"channel" text NOT NULL,
	"source" text NOT NULL,
	"views" integer NOT NULL,
	"step" smallint NOT NULL,
	CONSTRAINT "visits_channel" CHECK ("visits"."channel" in ('DIRECT', 'SOCIAL', 'SEARCH', 'AI', 'VIDEO', 'EMAIL', 'MESSAGE', 'AFFILIATE', 'LINK', 'CAMPAIGN')),
	CONSTRAINT "visits_views" CHECK ("visits"."views" >= 0),
	CONSTRAINT "visits_step" CHECK ("visits"."step" between 1 and 6),
	CONSTRAINT "visits_source" CHECK (length("visits"."source") between 1 and 100)
);
--> statement-breakpoint
DROP INDEX "orders_owner_coupon";--> statement-breakpoint
ALTER TABLE "checkout_visits" ADD CONSTRAINT "checkout_visits_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_visits" ADD CONSTRAINT "open_visits_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sources" ADD CONSTRAINT "order_sources_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sources" ADD CONSTRAINT "order_sources_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_days" ADD CONSTRAINT "traffic_days_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_marks" ADD CONSTRAINT "traffic_marks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_quarters" ADD CONSTRAINT "traffic_quarters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_products" ADD CONSTRAINT "visit_products_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_products" ADD CONSTRAINT "visit_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_visits_visit" ON "checkout_visits" USING btree ("visit_id");--> statement-breakpoint
CREATE INDEX "open_visits_age" ON "open_visits" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "order_sources_owner" ON "order_sources" USING btree ("owner_id","order_id");--> statement-breakpoint
CREATE INDEX "traffic_marks_bucket" ON "traffic_marks" USING btree ("owner_id","bucket");--> statement-breakpoint
CREATE INDEX "traffic_quarters_age" ON "traffic_quarters" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "visit_products_product" ON "visit_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "visits_owner" ON "visits" USING btree ("owner_id","started_at");--> statement-breakpoint
CREATE INDEX "visits_age" ON "visits" USING brin ("started_at");--> statement-breakpoint
CREATE INDEX "checkout_sessions_offered" ON "checkout_sessions" USING btree ("owner_id","created_at","completed_order_id","order_bumps_offered") WHERE status = 'COMPLETED' and order_bumps_offered <> '{}';--> statement-breakpoint
CREATE INDEX "order_items_owner_added" ON "order_items" USING btree ("owner_id","created_at","order_id","item_type","offer_id","total_price_cents","discount_cents","discount_source") WHERE item_type <> 'MAIN' or discount_source = 'COUPON';--> statement-breakpoint
CREATE INDEX "orders_owner_renewals" ON "orders" USING btree ("owner_id","created_at","id","status","product_id") WHERE subscription_id is not null and checkout_session_id is null;--> statement-breakpoint
CREATE INDEX "refunds_owner_settled" ON "refunds" USING btree ("owner_id","settled_at","id","order_id","order_item_id","amount_cents") WHERE status = 'SUCCEEDED';--> statement-breakpoint
CREATE INDEX "upsell_offers_owner_shown" ON "upsell_offers" USING btree ("owner_id","shown_at","order_id","upsell_id","decision");--> statement-breakpoint
CREATE INDEX "orders_owner_coupon" ON "orders" USING btree ("owner_id","created_at","id","status","total_cents","refunded_cents","coupon_id","product_id") WHERE coupon_code is not null;