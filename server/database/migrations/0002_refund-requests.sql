CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"is_promised" boolean NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'REQUESTED' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "refund_requests_status" CHECK ("refund_requests"."status" in ('REQUESTED', 'GRANTED', 'DECLINED', 'WITHDRAWN', 'CLOSED')),
	CONSTRAINT "refund_requests_message" CHECK (length("refund_requests"."message") <= 1000),
	CONSTRAINT "refund_requests_note" CHECK (length("refund_requests"."note") <= 1000),
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."status" = 'REQUESTED') = ("refund_requests"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_days" smallint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refund_terms" text;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_item_fk" FOREIGN KEY ("order_item_id","order_id") REFERENCES "public"."order_items"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_order" ON "refund_requests" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("order_item_id") WHERE status = 'REQUESTED';--> statement-breakpoint
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("owner_id","answer_by") WHERE status = 'REQUESTED';--> statement-breakpoint
CREATE INDEX "refund_requests_due" ON "refund_requests" USING btree ("answer_by") WHERE status = 'REQUESTED' and is_promised;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_kind" CHECK ("order_events"."kind" in ('CREATED', 'PAID', 'FAILED', 'REFUNDED', 'PARTLY_REFUNDED', 'REFUND_FAILED', 'REFUND_REQUESTED', 'REFUND_GRANTED', 'REFUND_DECLINED', 'REFUND_WITHDRAWN', 'RENEWED', 'RENEWAL_FAILED', 'DOWNLOADS_RESET', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST', 'INQUIRY', 'INQUIRY_CLOSED', 'ACCESS_REVOKED', 'ACCESS_RESTORED', 'SHIPPED', 'UPSELL_ADDED', 'RECEIPT_SENT', 'DOWNLOADED', 'NOTE'));--> statement-breakpoint
-- What was sold before keeps what its seller promises now.
UPDATE "orders" SET "refund_days" = u."refund_days", "refund_terms" = u."refund_terms" FROM "users" u WHERE u."id" = "orders"."owner_id" AND "orders"."status" IN ('PAID', 'REFUNDED');
