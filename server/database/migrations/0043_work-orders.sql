CREATE TABLE "work_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_item_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"message" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "work_deliveries_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "work_deliveries_number_unique" UNIQUE("order_item_id","number"),
	CONSTRAINT "work_deliveries_press_unique" UNIQUE("order_item_id","idempotency_key"),
	CONSTRAINT "work_deliveries_number" CHECK ("work_deliveries"."number" between 1 and 50),
	CONSTRAINT "work_deliveries_message" CHECK (length("work_deliveries"."message") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "work_files" (
	"delivery_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	CONSTRAINT "work_files_delivery_id_position_pk" PRIMARY KEY("delivery_id","position"),
	CONSTRAINT "work_files_once" UNIQUE("delivery_id","upload_id"),
	CONSTRAINT "work_files_most" CHECK ("work_files"."position" between 0 and 9)
);
--> statement-breakpoint
CREATE TABLE "work_orders" (
	"order_item_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"state" text NOT NULL,
	"questions" jsonb NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"delivery_days" integer,
	"sent_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "work_orders_owner_unique" UNIQUE("order_item_id","owner_id"),
	CONSTRAINT "work_orders_revision" CHECK ("work_orders"."revision" >= 1),
	CONSTRAINT "work_orders_state" CHECK ("work_orders"."state" in ('WAITING', 'TO_DO', 'DELIVERED')),
	CONSTRAINT "work_orders_moments" CHECK (("work_orders"."state" <> 'WAITING' or "work_orders"."sent_at" is null) and ("work_orders"."state" <> 'TO_DO' or "work_orders"."sent_at" is not null)
          and ("work_orders"."state" = 'DELIVERED') = ("work_orders"."delivered_at" is not null)),
	CONSTRAINT "work_orders_started" CHECK ("work_orders"."started_at" is null or "work_orders"."state" <> 'WAITING'),
	CONSTRAINT "work_orders_due" CHECK ("work_orders"."due_at" is null or "work_orders"."delivery_days" is not null and "work_orders"."sent_at" is not null),
	CONSTRAINT "work_orders_days" CHECK ("work_orders"."delivery_days" between 1 and 365),
	CONSTRAINT "work_orders_brief" CHECK (jsonb_typeof("work_orders"."questions") = 'array' and jsonb_typeof("work_orders"."answers") = 'object'
          and octet_length("work_orders"."answers"::text) <= 400000)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "service_terms" jsonb;--> statement-breakpoint
ALTER TABLE "work_deliveries" ADD CONSTRAINT "work_deliveries_order_fk" FOREIGN KEY ("order_item_id","owner_id") REFERENCES "public"."work_orders"("order_item_id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_files" ADD CONSTRAINT "work_files_delivery_fk" FOREIGN KEY ("delivery_id","owner_id") REFERENCES "public"."work_deliveries"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_files" ADD CONSTRAINT "work_files_upload_fk" FOREIGN KEY ("upload_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_files_upload" ON "work_files" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "work_orders_product" ON "work_orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "work_orders_to_do" ON "work_orders" USING btree ("owner_id","due_at","sent_at","order_item_id") WHERE state = 'TO_DO';--> statement-breakpoint
CREATE INDEX "work_orders_waiting" ON "work_orders" USING btree ("owner_id","created_at","order_item_id") WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX "work_orders_delivered" ON "work_orders" USING btree ("owner_id","delivered_at","order_item_id") WHERE state = 'DELIVERED';--> statement-breakpoint
CREATE INDEX "work_orders_unreminded" ON "work_orders" USING btree ("created_at") WHERE state = 'WAITING' and reminded_at is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_service_terms" CHECK ("products"."service_terms" is null
          or "products"."type" = 'SERVICE' and coalesce(jsonb_typeof("products"."service_terms" -> 'questions') = 'array', false)
             and coalesce(("products"."service_terms" ->> 'deliveryDays')::int between 1 and 365, true) and octet_length("products"."service_terms"::text) <= 100000);