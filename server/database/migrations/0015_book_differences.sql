CREATE TABLE "book_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"payment_intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"ours_cents" integer NOT NULL,
	"theirs_cents" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "book_differences_kind" CHECK ("book_differences"."kind" in ('NO_ORDER', 'NOT_TAKEN', 'AMOUNT', 'REFUNDED'))
);
--> statement-breakpoint
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_differences_once" ON "book_differences" USING btree ("payment_intent_id","kind");--> statement-breakpoint
CREATE INDEX "book_differences_owner" ON "book_differences" USING btree ("owner_id","resolved_at");