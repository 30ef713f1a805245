CREATE TABLE "book_comparisons" (
	"part" text PRIMARY KEY NOT NULL,
	"compared_until" timestamp with time zone NOT NULL,
	CONSTRAINT "book_comparisons_part" CHECK ("book_comparisons"."part" in ('RECENT', 'OLDER'))
);
--> statement-breakpoint
ALTER TABLE "book_differences" ADD COLUMN "compared_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "order_payments_created" ON "order_payments" USING btree ("created_at");