CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"restored_to" timestamp with time zone NOT NULL,
	"payouts_released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "restores_holding" ON "restores" USING btree ("created_at") WHERE payouts_released_at is null;