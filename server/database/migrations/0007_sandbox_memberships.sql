CREATE TABLE "sandbox"."clock" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"ahead_days" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sandbox_clock_one_row" CHECK ("sandbox"."clock"."id" = 1 and "sandbox"."clock"."ahead_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription" text NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"payment_intent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_invoices_period" UNIQUE("subscription","period_start"),
	CONSTRAINT "sandbox_invoices_status" CHECK ("sandbox"."invoices"."status" in ('open', 'paid', 'void', 'uncollectible')),
	CONSTRAINT "sandbox_invoices_amount" CHECK ("sandbox"."invoices"."amount" >= 0 and "sandbox"."invoices"."period_end" > "sandbox"."invoices"."period_start")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."setup_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"subscription" text NOT NULL,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"payment_method" text,
	"last_error" jsonb,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "setup_intents_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_setup_intents_status" CHECK ("sandbox"."setup_intents"."status" in ('requires_payment_method', 'succeeded'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'incomplete' NOT NULL,
	"title" text NOT NULL,
	"price" integer NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"receipt_email" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"payment_method" text,
	"anchor" timestamp with time zone NOT NULL,
	"periods" integer DEFAULT 1 NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"paused_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_step_at" timestamp with time zone,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_subscriptions_status" CHECK ("sandbox"."subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'unpaid')),
	CONSTRAINT "sandbox_subscriptions_interval" CHECK ("sandbox"."subscriptions"."interval" in ('month', 'year'))
);
--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD COLUMN "invoice" text;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD CONSTRAINT "invoices_subscription_subscriptions_id_fk" FOREIGN KEY ("subscription") REFERENCES "sandbox"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD CONSTRAINT "invoices_payment_intent_payment_intents_id_fk" FOREIGN KEY ("payment_intent") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."setup_intents" ADD CONSTRAINT "setup_intents_subscription_subscriptions_id_fk" FOREIGN KEY ("subscription") REFERENCES "sandbox"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_invoices_intent" ON "sandbox"."invoices" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "sandbox_invoices_open" ON "sandbox"."invoices" USING btree ("id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_next_step" ON "sandbox"."subscriptions" USING btree ("next_step_at") WHERE next_step_at is not null;