CREATE TABLE "order_numbers" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "order_numbers_range" CHECK ("order_numbers"."number" > 1000)
);
--> statement-breakpoint
ALTER TABLE "order_numbers" ADD CONSTRAINT "order_numbers_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_numbers_owner" ON "order_numbers" USING btree ("owner_id","number");--> statement-breakpoint
-- Orders from before are numbered as they came.
INSERT INTO "order_numbers" ("order_id", "owner_id", "number") SELECT "id", "owner_id", 1000 + row_number() OVER (PARTITION BY "owner_id" ORDER BY "created_at", "id") FROM "orders";
