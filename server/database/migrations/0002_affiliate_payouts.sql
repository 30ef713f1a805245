CREATE TABLE "payout_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"method" text DEFAULT 'CSV' NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_batches_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "payout_batches_method" CHECK ("payout_batches"."method" in ('CSV', 'TRANSFER'))
);
--> statement-breakpoint
DROP INDEX "commissions_line";--> statement-breakpoint
ALTER TABLE "affiliates" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "payout_batch_id" uuid;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_batches_owner" ON "payout_batches" USING btree ("owner_id","created_at");--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_batch_fk" FOREIGN KEY ("payout_batch_id","owner_id") REFERENCES "public"."payout_batches"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_refund" ON "commissions" USING btree ("order_item_id","refund_id",(amount_cents > 0));--> statement-breakpoint
CREATE INDEX "commissions_order" ON "commissions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "commissions_batch" ON "commissions" USING btree ("payout_batch_id");--> statement-breakpoint
CREATE INDEX "commissions_pending" ON "commissions" USING btree ("payable_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_line" ON "commissions" USING btree ("order_item_id") WHERE refund_id is null;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_amount" CHECK ("commissions"."amount_cents" > 0 or ("commissions"."refund_id" is not null and "commissions"."amount_cents" < 0));