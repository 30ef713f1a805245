ALTER TABLE "payout_batches" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "provider_transfer_id" text;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "payout_batches_sending" ON "payout_batches" USING btree ("created_at") WHERE method = 'TRANSFER' and paid_at is null;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_transfer" CHECK (case "payout_batches"."method" when 'TRANSFER'
          then "payout_batches"."provider" is not null and "payout_batches"."account_id" is not null and "payout_batches"."failure" is null
               and ("payout_batches"."paid_at" is null) = ("payout_batches"."provider_transfer_id" is null)
          else "payout_batches"."account_id" is null and "payout_batches"."provider_transfer_id" is null end);