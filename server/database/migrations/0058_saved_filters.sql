CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "saved_filters_list" CHECK ("saved_filters"."list" in ('ORDERS', 'CUSTOMERS')),
	CONSTRAINT "saved_filters_name_length" CHECK (length("saved_filters"."name") between 1 and 40),
	CONSTRAINT "saved_filters_search" CHECK (length("saved_filters"."search") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("owner_id","list",lower("name"));