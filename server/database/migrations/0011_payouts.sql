CREATE TABLE "creator_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"order_payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"provider_transfer_id" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "creator_transfers_kind" CHECK ("creator_transfers"."kind" in ('TRANSFER', 'REVERSAL')),
	CONSTRAINT "creator_transfers_status" CHECK ("creator_transfers"."status" in ('PENDING', 'DONE', 'FAILED')),
	CONSTRAINT "creator_transfers_amount" CHECK ("creator_transfers"."amount_cents" > 0),
	CONSTRAINT "creator_transfers_settled" CHECK (("creator_transfers"."status" = 'PENDING') = ("creator_transfers"."settled_at" is null) and ("creator_transfers"."status" <> 'DONE' or "creator_transfers"."provider_transfer_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_shares" (
	"order_payment_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text DEFAULT 'NEW' NOT NULL,
	"account_id" text,
	"fee_bps" integer DEFAULT 0 NOT NULL,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_shares_kind" CHECK ("payment_shares"."kind" in ('NEW', 'DIRECT', 'OWED')),
	CONSTRAINT "payment_shares_account" CHECK (("payment_shares"."kind" = 'DIRECT') = ("payment_shares"."account_id" is not null)),
	CONSTRAINT "payment_shares_fee" CHECK ("payment_shares"."fee_bps" between 0 and 10000 and "payment_shares"."fee_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"owner_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"account_id" text NOT NULL,
	"transfers_active" boolean DEFAULT false NOT NULL,
	"needs_information" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_accounts_owner_id_provider_pk" PRIMARY KEY("owner_id","provider")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"transfers_active" boolean DEFAULT false NOT NULL,
	"onboarding_token" text,
	"return_path" text,
	"idempotency_key" text NOT NULL,
	"idempotency_fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transfer_reversals" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"idempotency_fingerprint" text NOT NULL,
	"transfer" text NOT NULL,
	"amount" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_reversals_amount" CHECK ("sandbox"."transfer_reversals"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"amount" integer NOT NULL,
	"reversed" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"transfer_group" text NOT NULL,
	"source_intent" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"idempotency_key" text NOT NULL,
	"idempotency_fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_transfers_amount" CHECK ("sandbox"."transfers"."amount" > 0 and "sandbox"."transfers"."reversed" between 0 and "sandbox"."transfers"."amount")
);
--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD COLUMN "destination" text;--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD COLUMN "application_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_transfers" ADD CONSTRAINT "creator_transfers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_transfers" ADD CONSTRAINT "creator_transfers_order_payment_id_payment_shares_order_payment_id_fk" FOREIGN KEY ("order_payment_id") REFERENCES "public"."payment_shares"("order_payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_order_payment_id_order_payments_id_fk" FOREIGN KEY ("order_payment_id") REFERENCES "public"."order_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transfer_reversals" ADD CONSTRAINT "transfer_reversals_transfer_transfers_id_fk" FOREIGN KEY ("transfer") REFERENCES "sandbox"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transfers" ADD CONSTRAINT "transfers_account_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "sandbox"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_transfers_pending" ON "creator_transfers" USING btree ("order_payment_id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "creator_transfers_payment" ON "creator_transfers" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "creator_transfers_owner" ON "creator_transfers" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_shares_owner" ON "payment_shares" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "payment_shares_open" ON "payment_shares" USING btree ("owner_id","kind") WHERE open;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_account" ON "payout_accounts" USING btree ("provider","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_idempotency" ON "sandbox"."accounts" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_token" ON "sandbox"."accounts" USING btree ("onboarding_token");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_transfers_idempotency" ON "sandbox"."transfers" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_transfers_account" ON "sandbox"."transfers" USING btree ("account");