CREATE TABLE "offer_days" (
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"offer_id" uuid NOT NULL,
	"offered" integer NOT NULL,
	"taken" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "offer_days_owner_id_day_product_id_kind_offer_id_pk" PRIMARY KEY("owner_id","day","product_id","kind","offer_id"),
	CONSTRAINT "offer_days_kind" CHECK ("offer_days"."kind" in ('ORDER_BUMP', 'UPSELL', 'COUPON'))
);
--> statement-breakpoint
CREATE TABLE "sales_days" (
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"product_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"renewals" integer NOT NULL,
	"paid_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"bump_orders" integer NOT NULL,
	"bump_cents" bigint NOT NULL,
	"upsell_cents" bigint NOT NULL,
	"offers" integer NOT NULL,
	"accepts" integer NOT NULL,
	"coupon_uses" integer NOT NULL,
	"discount_cents" bigint NOT NULL,
	CONSTRAINT "sales_days_owner_id_day_product_id_pk" PRIMARY KEY("owner_id","day","product_id")
);
--> statement-breakpoint
CREATE TABLE "sales_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" uuid NOT NULL,
	"bucket" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offer_days" ADD CONSTRAINT "offer_days_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_days" ADD CONSTRAINT "sales_days_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_marks" ADD CONSTRAINT "sales_marks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_marks_bucket" ON "sales_marks" USING btree ("owner_id","bucket");--> statement-breakpoint
INSERT INTO "sales_marks" ("owner_id", "bucket") SELECT DISTINCT "owner_id", '-infinity'::timestamptz FROM "orders";