CREATE TABLE "withdrawal_consents" (
	"checkout_session_id" uuid PRIMARY KEY NOT NULL,
	"text_version" integer NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"order_id" uuid,
	"proven_at" timestamp with time zone,
	"name" text NOT NULL,
	"order_number" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "withdrawals_of_owner" CHECK (("withdrawals"."order_id" is null) = ("withdrawals"."owner_id" is null)),
	CONSTRAINT "withdrawals_proven" CHECK ("withdrawals"."proven_at" is null or "withdrawals"."order_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "withdrawal_id" uuid;--> statement-breakpoint
ALTER TABLE "withdrawal_consents" ADD CONSTRAINT "withdrawal_consents_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawals_order" ON "withdrawals" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_email" ON "withdrawals" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_unproven" ON "withdrawals" USING btree ("created_at") WHERE proven_at is null;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_withdrawal" ON "refund_requests" USING btree ("order_item_id") WHERE withdrawal_id is not null and status in ('REQUESTED', 'GRANTED');--> statement-breakpoint
CREATE INDEX "refund_requests_withdrawal" ON "refund_requests" USING btree ("withdrawal_id");