-- Words are found by what they consist of: trigrams, an extension that every PostgreSQL brings and its owner may create.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Defaults of columns name it, so it is there before the rules; what it is, `rules.sql` says.
CREATE FUNCTION shop_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';--> statement-breakpoint
CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE SEQUENCE "public"."membership_asks" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "access" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"subscription_id" uuid,
	"granted_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "buyer_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "buyer_sessions_id_unique" UNIQUE("id"),
	CONSTRAINT "buyer_sessions_kind" CHECK ("buyer_sessions"."kind" in ('BEARER', 'COOKIE'))
);
--> statement-breakpoint
CREATE TABLE "subscription_invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"provider_invoice_id" text NOT NULL,
	"order_id" uuid,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "subscription_invoices_provider_invoice_id_unique" UNIQUE("provider_invoice_id"),
	CONSTRAINT "subscription_invoices_status" CHECK ("subscription_invoices"."status" in ('OPEN', 'PAID', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"order_id" uuid,
	"provider_subscription_id" text NOT NULL,
	"status" text NOT NULL,
	"price_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"billing_interval" text NOT NULL,
	"checkout_session_id" uuid,
	"card_brand" text,
	"card_last4" text,
	"past_due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"paused_until" timestamp with time zone,
	"asked_number" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "subscriptions_provider_subscription_id_unique" UNIQUE("provider_subscription_id"),
	CONSTRAINT "subscriptions_checkout_session_id_unique" UNIQUE("checkout_session_id"),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'unpaid')),
	CONSTRAINT "subscriptions_interval" CHECK ("subscriptions"."billing_interval" in ('MONTH', 'YEAR')),
	CONSTRAINT "subscriptions_price" CHECK ("subscriptions"."price_cents" between 0 and 99999999)
);
--> statement-breakpoint
CREATE TABLE "former_handles" (
	"handle" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"given_up_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"variants" jsonb NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"generated" boolean DEFAULT false NOT NULL,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "images_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "images_kind" CHECK ("images"."kind" in ('cover', 'avatar', 'poster', 'post')),
	CONSTRAINT "images_width" CHECK ("images"."width" >= 0),
	CONSTRAINT "images_height" CHECK ("images"."height" >= 0),
	CONSTRAINT "images_size" CHECK ("images"."size_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"avatar_image_id" uuid,
	"handle" text NOT NULL,
	"bio" text,
	"tagline" text,
	"oidc_subject" text,
	"plan" text DEFAULT 'STARTER' NOT NULL,
	"trial_ends_at" timestamp with time zone DEFAULT shop_now() + interval '14 days' NOT NULL,
	"refund_days" integer DEFAULT 30,
	"refund_terms" text,
	"time_zone" text,
	"profile_completed_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "users_oidc_subject_unique" UNIQUE("oidc_subject"),
	CONSTRAINT "users_revision" CHECK ("users"."revision" >= 1),
	CONSTRAINT "users_handle_form" CHECK ("users"."handle" ~ '^[a-z0-9_]{3,30}$'),
	CONSTRAINT "users_plan" CHECK ("users"."plan" in ('STARTER', 'PRO', 'ENTERPRISE')),
	CONSTRAINT "users_time_zone" CHECK ("users"."time_zone" ~ '^(UTC|[A-Z]\w+(/[\w+-]+)+)$' and timestamptz '2026-01-01 00:00Z' at time zone "users"."time_zone" > timestamp '2025-12-01'),
	CONSTRAINT "users_refund_days" CHECK ("users"."refund_days" in (0, 7, 14, 30)),
	CONSTRAINT "users_refund_terms" CHECK (length("users"."refund_terms") between 1 and 80),
	CONSTRAINT "users_refund_policy" CHECK (("users"."refund_days" is null) <> ("users"."refund_terms" is null))
);
--> statement-breakpoint
CREATE TABLE "verification_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (regexp_replace(case when lower("email") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("email"), '@', 1), '.', '') || '@gmail.com' else lower("email") end, '^([^+@]+)[+][^@]*@', '\1@')) STORED NOT NULL,
	"token" text NOT NULL,
	"salt" text NOT NULL,
	"token_type" text DEFAULT 'OTP' NOT NULL,
	"purpose" text DEFAULT 'MEMBERSHIP_ACCESS' NOT NULL,
	"customer_id" uuid,
	"browser_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"ip_address" "inet",
	"verified" boolean DEFAULT false NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	"replaced" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "verification_tokens_token_unique" UNIQUE("token"),
	CONSTRAINT "verification_tokens_attempts" CHECK ("verification_tokens"."attempts" between 0 and 5),
	CONSTRAINT "verification_tokens_type" CHECK ("verification_tokens"."token_type" in ('OTP', 'MAGIC_LINK')),
	CONSTRAINT "verification_tokens_purpose" CHECK ("verification_tokens"."purpose" in ('MEMBERSHIP_ACCESS', 'DOWNLOAD_ACCESS', 'CREATOR_SIGN_IN'))
);
--> statement-breakpoint
CREATE TABLE "affiliate_clicks" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor_hash" text NOT NULL,
	CONSTRAINT "affiliate_clicks_link_id_day_visitor_hash_pk" PRIMARY KEY("link_id","day","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "affiliate_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"code" text NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"product_id" uuid,
	"clicks" integer DEFAULT 0 NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "affiliate_links_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "affiliate_links_clicks" CHECK ("affiliate_links"."clicks" >= 0),
	CONSTRAINT "affiliate_links_conversions" CHECK ("affiliate_links"."conversions" >= 0)
);
--> statement-breakpoint
CREATE TABLE "affiliates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text,
	"name" text DEFAULT '' NOT NULL,
	"commission_rate" numeric(5, 4) DEFAULT '0.2000' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "affiliates_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "affiliates_revision" CHECK ("affiliates"."revision" >= 1),
	CONSTRAINT "affiliates_rate" CHECK ("affiliates"."commission_rate" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "commissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"affiliate_link_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"commission_rate" numeric(5, 4) NOT NULL,
	"refund_id" uuid,
	"held" boolean DEFAULT false NOT NULL,
	"payout_batch_id" uuid,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"payable_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "commissions_amount" CHECK ("commissions"."amount_cents" > 0 or ("commissions"."refund_id" is not null and "commissions"."amount_cents" < 0)),
	CONSTRAINT "commissions_status" CHECK ("commissions"."status" in ('PENDING', 'PAYABLE', 'PAID', 'VOID'))
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"method" text DEFAULT 'CSV' NOT NULL,
	"provider" text,
	"account_id" text,
	"provider_transfer_id" text,
	"failure" text,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "payout_batches_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "payout_batches_transfer" CHECK (case "payout_batches"."method" when 'TRANSFER'
          then "payout_batches"."provider" is not null and "payout_batches"."account_id" is not null and "payout_batches"."failure" is null
               and ("payout_batches"."paid_at" is null) = ("payout_batches"."provider_transfer_id" is null)
          else "payout_batches"."account_id" is null and "payout_batches"."provider_transfer_id" is null end),
	CONSTRAINT "payout_batches_method" CHECK ("payout_batches"."method" in ('CSV', 'TRANSFER'))
);
--> statement-breakpoint
CREATE TABLE "course_modules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"given_up_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"module_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text,
	"video_url" text,
	"video_upload_id" uuid,
	"poster_image_id" uuid,
	"captions" text,
	"duration" integer DEFAULT 0 NOT NULL,
	"free_preview" boolean DEFAULT false NOT NULL,
	"drip_days" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "lessons_slug_unique" UNIQUE("module_id","slug"),
	CONSTRAINT "lessons_revision" CHECK ("lessons"."revision" >= 1),
	CONSTRAINT "lessons_duration" CHECK ("lessons"."duration" >= 0),
	CONSTRAINT "lessons_drip_days" CHECK ("lessons"."drip_days" between 0 and 365),
	CONSTRAINT "lessons_captions" CHECK (length("lessons"."captions") <= 500000)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"price_cents" integer DEFAULT 0 NOT NULL,
	"original_price_cents" integer,
	"currency" text DEFAULT 'usd' NOT NULL,
	"billing_interval" text DEFAULT 'ONE_TIME' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"cover_image_id" uuid,
	"requires_shipping" boolean DEFAULT false NOT NULL,
	"track_inventory" boolean DEFAULT false NOT NULL,
	"inventory_quantity" integer DEFAULT 0 NOT NULL,
	"allow_backorder" boolean DEFAULT false NOT NULL,
	"allow_order_bumps" boolean DEFAULT true NOT NULL,
	"max_order_bumps" integer DEFAULT 3 NOT NULL,
	"allow_upsells" boolean DEFAULT true NOT NULL,
	"max_upsells" integer DEFAULT 5 NOT NULL,
	"digital_file_type" text,
	"digital_file_id" uuid,
	"digital_file_external_url" text,
	"digital_file_name" text,
	"digital_file_size" bigint,
	"digital_file_mime_type" text,
	"digital_file_original_name" text,
	"download_button_text" text DEFAULT 'Download Here' NOT NULL,
	"digital_expiration_days" integer DEFAULT 30 NOT NULL,
	"max_downloads" integer,
	"delivery_note" text,
	"archived_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "products_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "products_revision" CHECK ("products"."revision" >= 1),
	CONSTRAINT "products_type" CHECK ("products"."type" in ('DOWNLOAD', 'COURSE', 'MEMBERSHIP', 'BOOKING_LINK', 'PHYSICAL', 'SERVICE', 'EVENT')),
	CONSTRAINT "products_billing_interval" CHECK ("products"."billing_interval" in ('ONE_TIME', 'MONTH', 'YEAR')),
	CONSTRAINT "products_digital_file_type" CHECK ("products"."digital_file_type" in ('UPLOAD', 'LINK')),
	CONSTRAINT "products_price" CHECK ("products"."price_cents" between 0 and 99999999),
	CONSTRAINT "products_original_price" CHECK ("products"."original_price_cents" between 0 and 99999999),
	CONSTRAINT "products_slug_form" CHECK ("products"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("products"."slug") <= 80),
	CONSTRAINT "products_title" CHECK (length("products"."title") between 1 and 200),
	CONSTRAINT "products_recurring" CHECK ("products"."billing_interval" = 'ONE_TIME' or "products"."type" = 'MEMBERSHIP'),
	CONSTRAINT "products_inventory" CHECK (not "products"."track_inventory" or "products"."allow_backorder" or "products"."inventory_quantity" >= 0),
	CONSTRAINT "products_expiration" CHECK ("products"."digital_expiration_days" between 1 and 365),
	CONSTRAINT "products_max_downloads" CHECK ("products"."max_downloads" between 1 and 100),
	CONSTRAINT "products_max_order_bumps" CHECK ("products"."max_order_bumps" between 0 and 20),
	CONSTRAINT "products_max_upsells" CHECK ("products"."max_upsells" between 0 and 20),
	CONSTRAINT "products_upload" CHECK ("products"."digital_file_type" is distinct from 'UPLOAD' or "products"."digital_file_id" is not null),
	CONSTRAINT "products_link" CHECK ("products"."digital_file_type" is distinct from 'LINK' or "products"."digital_file_external_url" is not null)
);
--> statement-breakpoint
CREATE TABLE "cart_versions" (
	"checkout_session_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"email" text NOT NULL,
	"lines" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"coupon_id" uuid,
	"coupon_code" text,
	"affiliate_code" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "cart_versions_checkout_session_id_version_pk" PRIMARY KEY("checkout_session_id","version"),
	CONSTRAINT "cart_versions_total" CHECK ("cart_versions"."total_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "checkout_sessions" (
	"session_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"email" text NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"order_bumps_offered" uuid[] DEFAULT '{}' NOT NULL,
	"order_bumps_accepted" uuid[] DEFAULT '{}' NOT NULL,
	"coupon_code" text,
	"affiliate_code" text,
	"reply_link_code" text,
	"cart_version" integer DEFAULT 1 NOT NULL,
	"payment_intent_id" text,
	"provider_subscription_id" text,
	"shipping_address" jsonb,
	"client_secret_hash" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"held_until" timestamp with time zone,
	"hold_renewed" boolean DEFAULT false NOT NULL,
	"pressed_at" timestamp with time zone,
	"known_failure" text,
	"completed_order_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "checkout_sessions_provider_subscription_id_unique" UNIQUE("provider_subscription_id"),
	CONSTRAINT "checkout_sessions_status" CHECK ("checkout_sessions"."status" in ('ACTIVE', 'COMPLETED', 'ABANDONED', 'EXPIRED'))
);
--> statement-breakpoint
CREATE TABLE "quarantined_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"checkout_session_id" uuid,
	"payment_intent_id" text NOT NULL,
	"expected_cents" integer,
	"received_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"failed_refund_ids" text[] DEFAULT '{}' NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "quarantined_payments_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "quarantined_payments_resolution" CHECK ("quarantined_payments"."resolution" in ('REFUNDED', 'DISMISSED'))
);
--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"checkout_session_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"network" text,
	"state" text DEFAULT 'HELD' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "stock_holds_network_forgotten" CHECK ("stock_holds"."state" = 'HELD' or "stock_holds"."network" is null),
	CONSTRAINT "stock_holds_state" CHECK ("stock_holds"."state" in ('HELD', 'USED', 'RELEASED')),
	CONSTRAINT "stock_holds_quantity" CHECK ("stock_holds"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"handled_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "coupon_products" (
	"coupon_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	CONSTRAINT "coupon_products_coupon_id_product_id_pk" PRIMARY KEY("coupon_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_redemptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"coupon_id" uuid NOT NULL,
	"checkout_session_id" uuid NOT NULL,
	"order_id" uuid,
	"email_normalized" text NOT NULL,
	"network" text,
	"state" text DEFAULT 'HELD' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "coupon_redemptions_network_forgotten" CHECK ("coupon_redemptions"."state" = 'HELD' or "coupon_redemptions"."network" is null),
	CONSTRAINT "coupon_redemptions_state" CHECK ("coupon_redemptions"."state" in ('HELD', 'USED', 'RELEASED'))
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"discount_type" text DEFAULT 'FIXED' NOT NULL,
	"discount_value" integer DEFAULT 500 NOT NULL,
	"minimum_order_cents" integer DEFAULT 0 NOT NULL,
	"usage_limit" integer,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"valid_from" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"valid_until" timestamp with time zone,
	"first_time_customer_only" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "coupons_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "coupons_revision" CHECK ("coupons"."revision" >= 1),
	CONSTRAINT "coupons_discount_type" CHECK ("coupons"."discount_type" in ('FIXED', 'PERCENTAGE', 'FREE_SHIPPING')),
	CONSTRAINT "coupons_discount" CHECK ("coupons"."discount_value" >= 0 and ("coupons"."discount_type" <> 'PERCENTAGE' or "coupons"."discount_value" between 1 and 10000)),
	CONSTRAINT "coupons_minimum" CHECK ("coupons"."minimum_order_cents" between 0 and 99999999),
	CONSTRAINT "coupons_usage_limit" CHECK ("coupons"."usage_limit" >= 1),
	CONSTRAINT "coupons_usage" CHECK ("coupons"."usage_count" >= 0 and ("coupons"."usage_limit" is null or "coupons"."usage_count" <= "coupons"."usage_limit")),
	CONSTRAINT "coupons_code_length" CHECK (length("coupons"."code") between 3 and 40)
);
--> statement-breakpoint
CREATE TABLE "job_outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"singleton_key" text,
	"start_after" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" text NOT NULL,
	"recipient" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (regexp_replace(case when lower("recipient") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("recipient"), '@', 1), '.', '') || '@gmail.com' else lower("recipient") end, '^([^+@]+)[+][^@]*@', '\1@')) STORED NOT NULL,
	"template" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"owner_id" uuid,
	"counted_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"failure" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "mail_outbox_waits" CHECK ("mail_outbox"."state" <> 'WAITING' or ("mail_outbox"."owner_id" is not null and "mail_outbox"."due_at" is not null)),
	CONSTRAINT "mail_outbox_counted" CHECK ("mail_outbox"."counted_at" is null or "mail_outbox"."owner_id" is not null),
	CONSTRAINT "mail_outbox_state" CHECK ("mail_outbox"."state" in ('QUEUED', 'WAITING', 'MERGED', 'SKIPPED', 'SENT', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" text NOT NULL,
	"to" text NOT NULL,
	"from" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"headers" jsonb NOT NULL,
	"sent_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "mailbox_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "course_students" (
	"owner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "course_students_owner_id_customer_id_pk" PRIMARY KEY("owner_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "creator_customers" (
	"owner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_count" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"name" text NOT NULL,
	"sort_name" text NOT NULL,
	"words" text NOT NULL,
	"first_order_at" timestamp with time zone NOT NULL,
	"last_order_at" timestamp with time zone NOT NULL,
	CONSTRAINT "creator_customers_owner_id_customer_id_pk" PRIMARY KEY("owner_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"subject_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "tallies_subject_id_part_pk" PRIMARY KEY("subject_id","part")
);
--> statement-breakpoint
CREATE TABLE "dev_clock" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"ahead_minutes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "dev_clock_one_row" CHECK ("dev_clock"."id" = 1 and "dev_clock"."ahead_minutes" between 0 and 5256000)
);
--> statement-breakpoint
CREATE TABLE "digital_downloads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"max_downloads" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"last_download_at" timestamp with time zone,
	"ip_address" "inet",
	"user_agent" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "digital_downloads_count" CHECK ("digital_downloads"."download_count" >= 0 and ("digital_downloads"."max_downloads" is null or "digital_downloads"."download_count" <= "digital_downloads"."max_downloads"))
);
--> statement-breakpoint
CREATE TABLE "download_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"download_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"start_by" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "file_announcements_once" UNIQUE("product_id","upload_id")
);
--> statement-breakpoint
CREATE TABLE "storage_use" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"unpaid" boolean DEFAULT true NOT NULL,
	CONSTRAINT "storage_use_bytes" CHECK ("storage_use"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"state" text DEFAULT 'RECEIVING' NOT NULL,
	"storage_key" text NOT NULL,
	"original_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text,
	"receiver" uuid,
	"seen_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"stored_at" timestamp with time zone,
	CONSTRAINT "uploads_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "uploads_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "uploads_state" CHECK ("uploads"."state" in ('RECEIVING', 'STORED', 'REJECTED')),
	CONSTRAINT "uploads_size" CHECK ("uploads"."size_bytes" between 0 and 1073741824),
	CONSTRAINT "uploads_refusal" CHECK (("uploads"."state" = 'REJECTED') = ("uploads"."refusal" is not null)),
	CONSTRAINT "uploads_stored" CHECK ("uploads"."state" <> 'STORED' or ("uploads"."sha256" is not null and "uploads"."stored_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"course_title" text NOT NULL,
	"creator_name" text NOT NULL,
	"lesson_count" integer NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "certificates_code_unique" UNIQUE("code"),
	CONSTRAINT "certificates_name" CHECK (length("certificates"."name") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "progress" (
	"order_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"played" "int4multirange" DEFAULT '{}'::int4multirange NOT NULL,
	"watched_seconds" integer DEFAULT 0 NOT NULL,
	"position_seconds" integer DEFAULT 0 NOT NULL,
	"completed" boolean DEFAULT false NOT NULL,
	"completed_at" timestamp with time zone,
	"bookmarked" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "progress_order_id_lesson_id_pk" PRIMARY KEY("order_id","lesson_id"),
	CONSTRAINT "progress_watched" CHECK ("progress"."watched_seconds" >= 0),
	CONSTRAINT "progress_position" CHECK ("progress"."position_seconds" >= 0),
	CONSTRAINT "progress_completed" CHECK ("progress"."completed" = ("progress"."completed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "book_comparisons" (
	"part" text PRIMARY KEY NOT NULL,
	"compared_until" timestamp with time zone NOT NULL,
	CONSTRAINT "book_comparisons_part" CHECK ("book_comparisons"."part" in ('RECENT', 'OLDER'))
);
--> statement-breakpoint
CREATE TABLE "book_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"payment_intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"ours_cents" integer NOT NULL,
	"theirs_cents" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "book_differences_kind" CHECK ("book_differences"."kind" in ('NO_ORDER', 'NOT_TAKEN', 'AMOUNT', 'REFUNDED'))
);
--> statement-breakpoint
CREATE TABLE "order_bumps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"main_product_id" uuid NOT NULL,
	"bump_product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"discount_type" text DEFAULT 'FIXED' NOT NULL,
	"discount_value" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"ends_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "order_bumps_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "order_bumps_pair" UNIQUE("main_product_id","bump_product_id"),
	CONSTRAINT "order_bumps_revision" CHECK ("order_bumps"."revision" >= 1),
	CONSTRAINT "order_bumps_discount_type" CHECK ("order_bumps"."discount_type" in ('FIXED', 'PERCENTAGE')),
	CONSTRAINT "order_bumps_position" CHECK ("order_bumps"."position" >= 0),
	CONSTRAINT "order_bumps_discount" CHECK ("order_bumps"."discount_value" >= 0 and ("order_bumps"."discount_type" = 'FIXED' or "order_bumps"."discount_value" <= 10000)),
	CONSTRAINT "order_bumps_distinct" CHECK ("order_bumps"."main_product_id" <> "order_bumps"."bump_product_id")
);
--> statement-breakpoint
CREATE TABLE "upsells" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"trigger_product_id" uuid NOT NULL,
	"upsell_product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"discount_type" text DEFAULT 'FIXED' NOT NULL,
	"discount_value" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT 1 NOT NULL,
	"acceptance_rate" numeric(5, 4) DEFAULT '0' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"ends_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "upsells_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "upsells_triple" UNIQUE("trigger_product_id","upsell_product_id","sequence"),
	CONSTRAINT "upsells_revision" CHECK ("upsells"."revision" >= 1),
	CONSTRAINT "upsells_discount_type" CHECK ("upsells"."discount_type" in ('FIXED', 'PERCENTAGE')),
	CONSTRAINT "upsells_sequence" CHECK ("upsells"."sequence" >= 1),
	CONSTRAINT "upsells_discount" CHECK ("upsells"."discount_value" >= 0 and ("upsells"."discount_type" = 'FIXED' or "upsells"."discount_value" <= 10000)),
	CONSTRAINT "upsells_distinct" CHECK ("upsells"."trigger_product_id" <> "upsells"."upsell_product_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"proven_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_browsers" (
	"order_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_browsers_order_id_browser_hash_pk" PRIMARY KEY("order_id","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"item_type" text DEFAULT 'MAIN' NOT NULL,
	"position" smallint DEFAULT 1 NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"total_price_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"offer_id" uuid,
	"discount_source" text,
	"order_payment_id" uuid,
	"shipped_at" timestamp with time zone,
	"tracking_url" text,
	"restocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "order_items_order_unique" UNIQUE("id","order_id"),
	CONSTRAINT "order_items_type" CHECK ("order_items"."item_type" in ('MAIN', 'ORDER_BUMP', 'UPSELL')),
	CONSTRAINT "order_items_discount_source" CHECK ("order_items"."discount_source" in ('OFFER', 'COUPON')),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" >= 1),
	CONSTRAINT "order_items_sum" CHECK ("order_items"."total_price_cents" = "order_items"."unit_price_cents" * "order_items"."quantity" - "order_items"."discount_cents"),
	CONSTRAINT "order_items_unit" CHECK ("order_items"."unit_price_cents" between 0 and 99999999),
	CONSTRAINT "order_items_total" CHECK ("order_items"."total_price_cents" >= 0),
	CONSTRAINT "order_items_discount" CHECK ("order_items"."discount_cents" >= 0),
	CONSTRAINT "order_items_refunded" CHECK ("order_items"."refunded_cents" between 0 and "order_items"."total_price_cents")
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"upsell_id" uuid,
	"card_brand" text,
	"card_last4" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "order_payments_order_unique" UNIQUE("id","order_id"),
	CONSTRAINT "order_payments_status" CHECK ("order_payments"."status" in ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
	CONSTRAINT "order_payments_amount" CHECK ("order_payments"."amount_cents" >= 0),
	CONSTRAINT "order_payments_refunded" CHECK ("order_payments"."refunded_cents" between 0 and "order_payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"address_proven" boolean DEFAULT false NOT NULL,
	"total_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"checkout_session_id" uuid,
	"payment_intent_id" text,
	"affiliate_link_code" text,
	"coupon_code" text,
	"coupon_id" uuid,
	"affiliate_link_id" uuid,
	"subscription_id" uuid,
	"shipping_address" jsonb,
	"disputed" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "orders_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('PENDING', 'PAID', 'FAILED', 'REFUNDED')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" >= 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents"),
	CONSTRAINT "orders_paid_at" CHECK ("orders"."status" not in ('PAID', 'REFUNDED') or "orders"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "order_events_kind" CHECK ("order_events"."kind" in ('CREATED', 'PAID', 'FAILED', 'REFUNDED', 'PARTLY_REFUNDED', 'REFUND_FAILED', 'RENEWED', 'RENEWAL_FAILED', 'DOWNLOADS_RESET', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST', 'INQUIRY', 'INQUIRY_CLOSED', 'ACCESS_REVOKED', 'ACCESS_RESTORED', 'SHIPPED', 'UPSELL_ADDED', 'RECEIPT_SENT', 'DOWNLOADED', 'NOTE'))
);
--> statement-breakpoint
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
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"asked_at" timestamp with time zone,
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
	"currency" text DEFAULT 'usd' NOT NULL,
	"owed_cents" integer,
	"reached_cents" integer,
	"waits_until" timestamp with time zone DEFAULT '-infinity' NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "payment_shares_kind" CHECK ("payment_shares"."kind" in ('NEW', 'DIRECT', 'OWED', 'FOREIGN')),
	CONSTRAINT "payment_shares_account" CHECK (("payment_shares"."kind" = 'DIRECT') = ("payment_shares"."account_id" is not null)),
	CONSTRAINT "payment_shares_looked_at" CHECK (("payment_shares"."owed_cents" is null) = ("payment_shares"."reached_cents" is null)),
	CONSTRAINT "payment_shares_fee" CHECK ("payment_shares"."fee_bps" between 0 and 10000 and "payment_shares"."fee_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"owner_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"account_id" text NOT NULL,
	"transfers_active" boolean DEFAULT false NOT NULL,
	"needs_information" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "payout_accounts_owner_id_provider_pk" PRIMARY KEY("owner_id","provider")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"image_id" uuid,
	"attachment_id" uuid,
	"published_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "posts_revision" CHECK ("posts"."revision" >= 1),
	CONSTRAINT "posts_title" CHECK (length("posts"."title") between 1 and 200),
	CONSTRAINT "posts_content" CHECK (length("posts"."content") <= 50000)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_payment_id" uuid NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"is_inquiry" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "disputes_provider_dispute_id_unique" UNIQUE("provider_dispute_id"),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('OPEN', 'WON', 'LOST', 'CLOSED'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_payment_id" uuid NOT NULL,
	"order_item_id" uuid,
	"provider_refund_id" text,
	"dispute_id" uuid,
	"request_key" text,
	"amount_cents" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"revokes_access" boolean DEFAULT true NOT NULL,
	"restocks" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"failure" text,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('PENDING', 'SUCCEEDED', 'FAILED')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"author_name" text DEFAULT '' NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_text" CHECK (length("reviews"."text") <= 4000),
	CONSTRAINT "reviews_author_name" CHECK (length("reviews"."author_name") <= 60),
	CONSTRAINT "reviews_answer" CHECK (length("reviews"."answer") between 1 and 4000),
	CONSTRAINT "reviews_answered" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"is_inquiry" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "sandbox_disputes_status" CHECK ("sandbox"."disputes"."status" in ('open', 'won', 'lost', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"deliver_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "events_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."faults" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"drop_next" integer DEFAULT 0 NOT NULL,
	"delay_seconds" integer DEFAULT 0 NOT NULL,
	"duplicates" integer DEFAULT 0 NOT NULL,
	"reorder" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sandbox_faults_one_row" CHECK ("sandbox"."faults"."id" = 1),
	CONSTRAINT "sandbox_faults_range" CHECK ("sandbox"."faults"."drop_next" >= 0 and "sandbox"."faults"."delay_seconds" >= 0 and "sandbox"."faults"."duplicates" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"amount" integer NOT NULL,
	"amount_received" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"receipt_email" text,
	"payment_method" text,
	"setup_future_usage" text,
	"invoice" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"destination" text,
	"application_fee" integer DEFAULT 0 NOT NULL,
	"last_error" jsonb,
	"next_action" jsonb,
	"follow_up_at" timestamp with time zone,
	"idempotency_key" text,
	"idempotency_fingerprint" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "sandbox_intents_status" CHECK ("sandbox"."payment_intents"."status" in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled')),
	CONSTRAINT "sandbox_intents_amount" CHECK ("sandbox"."payment_intents"."amount" >= 50 and "sandbox"."payment_intents"."amount_received" in (0, "sandbox"."payment_intents"."amount"))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"behaviour" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"follow_up_at" timestamp with time zone,
	"idempotency_key" text,
	"idempotency_fingerprint" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "sandbox_refunds_status" CHECK ("sandbox"."refunds"."status" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "sandbox_refunds_amount" CHECK ("sandbox"."refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."updates" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"idempotency_fingerprint" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
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
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transfer_reversals" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"idempotency_fingerprint" text NOT NULL,
	"transfer" text NOT NULL,
	"amount" bigint NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "sandbox_reversals_amount" CHECK ("sandbox"."transfer_reversals"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"reversed" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"transfer_group" text NOT NULL,
	"source_intent" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"idempotency_key" text NOT NULL,
	"idempotency_fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "sandbox_transfers_amount" CHECK ("sandbox"."transfers"."amount" > 0 and "sandbox"."transfers"."reversed" between 0 and "sandbox"."transfers"."amount")
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
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
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
	"payee_account" text,
	"payee_fee_bps" integer DEFAULT 0 NOT NULL,
	"anchor" timestamp with time zone NOT NULL,
	"periods" integer DEFAULT 1 NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"paused_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_step_at" timestamp with time zone,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "subscriptions_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_subscriptions_status" CHECK ("sandbox"."subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'unpaid')),
	CONSTRAINT "sandbox_subscriptions_interval" CHECK ("sandbox"."subscriptions"."interval" in ('month', 'year'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."demo_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"post_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."demo_fans" (
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"username" text NOT NULL,
	"last_wrote_at" timestamp with time zone,
	CONSTRAINT "demo_fans_account_id_person_id_pk" PRIMARY KEY("account_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."demo_messages" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"comment_id" text,
	"visibility" text NOT NULL,
	"text" text NOT NULL,
	"button" jsonb,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "demo_messages_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "automation_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"trigger_type" text NOT NULL,
	"action_type" text NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"response_template" text DEFAULT '' NOT NULL,
	"product_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"execution_count" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "automation_rules_owner_unique" UNIQUE("id","user_id"),
	CONSTRAINT "automation_rules_revision" CHECK ("automation_rules"."revision" >= 1),
	CONSTRAINT "automation_rules_trigger" CHECK ("automation_rules"."trigger_type" in ('KEYWORD', 'FIRST_MESSAGE', 'FOLLOW', 'MENTION', 'COMMENT', 'STORY_REPLY')),
	CONSTRAINT "automation_rules_action" CHECK ("automation_rules"."action_type" in ('SEND_MESSAGE', 'SEND_PRODUCT', 'ADD_TO_LIST', 'NOTIFY_OWNER')),
	CONSTRAINT "automation_rules_follow" CHECK ("automation_rules"."trigger_type" <> 'FOLLOW' or "automation_rules"."action_type" in ('ADD_TO_LIST', 'NOTIFY_OWNER')),
	CONSTRAINT "automation_rules_product" CHECK (("automation_rules"."action_type" = 'SEND_PRODUCT') = ("automation_rules"."product_id" is not null)),
	CONSTRAINT "automation_rules_count" CHECK ("automation_rules"."execution_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "keyword_responses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"keyword" text NOT NULL,
	"keywords" text[] NOT NULL,
	"match_mode" text DEFAULT 'WHOLE_WORD' NOT NULL,
	"excluded_words" text[] DEFAULT '{}' NOT NULL,
	"places" text[] DEFAULT '{DM,STORY_REPLY,COMMENT}' NOT NULL,
	"response_type" text DEFAULT 'TEXT' NOT NULL,
	"response_text" text NOT NULL,
	"product_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"trigger_count" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "keyword_responses_owner_unique" UNIQUE("id","user_id"),
	CONSTRAINT "keyword_responses_account_unique" UNIQUE("id","social_account_id"),
	CONSTRAINT "keyword_responses_revision" CHECK ("keyword_responses"."revision" >= 1),
	CONSTRAINT "keyword_responses_type" CHECK ("keyword_responses"."response_type" in ('TEXT', 'PRODUCT_LINK', 'COURSE_LINK', 'CUSTOM')),
	CONSTRAINT "keyword_responses_mode" CHECK ("keyword_responses"."match_mode" in ('EXACT', 'STARTS_WITH', 'WHOLE_WORD', 'CONTAINS')),
	CONSTRAINT "keyword_responses_places" CHECK ("keyword_responses"."places" <@ '{DM,STORY_REPLY,COMMENT}'::text[]),
	CONSTRAINT "keyword_responses_keywords" CHECK ("keyword_responses"."keywords"[1] = "keyword_responses"."keyword"),
	CONSTRAINT "keyword_responses_count" CHECK ("keyword_responses"."trigger_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "response_keywords" (
	"social_account_id" uuid NOT NULL,
	"folded" text NOT NULL,
	"keyword_response_id" uuid NOT NULL,
	CONSTRAINT "response_keywords_social_account_id_folded_pk" PRIMARY KEY("social_account_id","folded")
);
--> statement-breakpoint
CREATE TABLE "social_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"connection" text NOT NULL,
	"platform_user_id" text NOT NULL,
	"app_scoped_id" text,
	"page_id" text,
	"username" text NOT NULL,
	"display_name" text,
	"profile_image_url" text,
	"access_token" text,
	"refresh_token" text,
	"token_issued_at" timestamp with time zone,
	"token_expires_at" timestamp with time zone,
	"verified" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"problem" text,
	"paused_until" timestamp with time zone,
	"discloses_automation" boolean DEFAULT true NOT NULL,
	"webhook_url" text,
	"last_event_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"rules_version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "social_accounts_owner_unique" UNIQUE("id","user_id"),
	CONSTRAINT "social_accounts_platform" CHECK ("social_accounts"."platform" in ('INSTAGRAM', 'TWITTER', 'FACEBOOK')),
	CONSTRAINT "social_accounts_connection" CHECK ("social_accounts"."connection" in ('DEMO', 'OAUTH', 'MANUAL')),
	CONSTRAINT "social_accounts_problem" CHECK ("social_accounts"."problem" in ('UNCONFIRMED', 'RECONNECT', 'RESTRICTED', 'MESSAGE_ACCESS_OFF', 'NO_CREDITS'))
);
--> statement-breakpoint
CREATE TABLE "order_attributions" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"clicked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_link_clicks" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor_hash" text NOT NULL,
	CONSTRAINT "reply_link_clicks_link_id_day_visitor_hash_pk" PRIMARY KEY("link_id","day","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "reply_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"event_id" bigint,
	"keyword_response_id" uuid,
	"automation_rule_id" uuid,
	"post_id" text,
	"clicks" integer DEFAULT 0 NOT NULL,
	"last_clicked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "reply_links_code_unique" UNIQUE("code"),
	CONSTRAINT "reply_links_owner_unique" UNIQUE("id","user_id"),
	CONSTRAINT "reply_links_clicks" CHECK ("reply_links"."clicks" >= 0)
);
--> statement-breakpoint
CREATE TABLE "dm_conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"platform_conversation_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"participant_username" text,
	"participant_display_name" text,
	"profile_asked_at" timestamp with time zone,
	"last_message_at" timestamp with time zone,
	"last_inbound_at" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"paused_until" timestamp with time zone,
	"opted_out_at" timestamp with time zone,
	"has_unread" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "dm_conversations_owner_unique" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "dm_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"platform_message_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"message_text" text DEFAULT '' NOT NULL,
	"message_type" text DEFAULT 'TEXT' NOT NULL,
	"is_from_bot" boolean DEFAULT false NOT NULL,
	"triggered_keyword_id" uuid,
	"platform_created_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "dm_messages_type" CHECK ("dm_messages"."message_type" in ('TEXT', 'IMAGE', 'VIDEO', 'LINK'))
);
--> statement-breakpoint
CREATE TABLE "listed_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"list_name" text NOT NULL,
	"person_id" text NOT NULL,
	"person_username" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "listed_people_platform" CHECK ("listed_people"."platform" in ('INSTAGRAM', 'TWITTER', 'FACEBOOK'))
);
--> statement-breakpoint
CREATE TABLE "reply_usage" (
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"replies" integer NOT NULL,
	CONSTRAINT "reply_usage_user_id_month_pk" PRIMARY KEY("user_id","month"),
	CONSTRAINT "reply_usage_replies" CHECK ("reply_usage"."replies" >= 0)
);
--> statement-breakpoint
CREATE TABLE "social_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"platform_event_id" text NOT NULL,
	"person_id" text NOT NULL,
	"person_username" text,
	"text" text DEFAULT '' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"outcome_detail" text,
	"conversation_id" uuid,
	"message_id" uuid,
	"keyword_response_id" uuid,
	"automation_rule_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "social_events_kind" CHECK ("social_events"."kind" in ('MESSAGE', 'STORY_REPLY', 'COMMENT', 'MENTION', 'FOLLOW', 'ECHO', 'DELETION', 'OTHER')),
	CONSTRAINT "social_events_outcome" CHECK ("social_events"."outcome" in ('QUEUED', 'SENT', 'SEND_FAILED', 'SEND_UNKNOWN', 'LISTED', 'OWNER_NOTIFIED', 'OPTED_OUT', 'OPTED_IN', 'NO_MATCH', 'NO_TEXT', 'ACCOUNT_OFF', 'CONVERSATION_OFF', 'CREATOR_ANSWERS', 'PERSON_OPTED_OUT', 'WINDOW_CLOSED', 'PLAN_LIMIT', 'HOURLY_LIMIT', 'COOLDOWN', 'NOT_ALLOWED', 'ENCRYPTED', 'OWN_MESSAGE', 'DELETED', 'UNSUPPORTED'))
);
--> statement-breakpoint
CREATE TABLE "social_sends" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"social_account_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"purpose" text NOT NULL,
	"event_id" bigint,
	"conversation_id" uuid,
	"message_id" uuid,
	"recipient_id" text NOT NULL,
	"comment_id" text,
	"text" text NOT NULL,
	"button" jsonb,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"provider_message_id" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "social_sends_platform" CHECK ("social_sends"."platform" in ('INSTAGRAM', 'TWITTER', 'FACEBOOK')),
	CONSTRAINT "social_sends_purpose" CHECK ("social_sends"."purpose" in ('REPLY', 'PUBLIC_REPLY', 'BY_HAND')),
	CONSTRAINT "social_sends_state" CHECK ("social_sends"."state" in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN'))
);
--> statement-breakpoint
CREATE TABLE "upsell_offers" (
	"order_id" uuid NOT NULL,
	"upsell_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"amount_cents" integer,
	"payment_intent_id" text,
	"decision" text,
	"shown_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "upsell_offers_order_id_upsell_id_pk" PRIMARY KEY("order_id","upsell_id"),
	CONSTRAINT "upsell_offers_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "upsell_offers_decision" CHECK ("upsell_offers"."decision" in ('ACCEPTED', 'DECLINED')),
	CONSTRAINT "upsell_offers_amount" CHECK ("upsell_offers"."amount_cents" between 0 and 99999999)
);
--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_item_fk" FOREIGN KEY ("order_item_id","order_id") REFERENCES "public"."order_items"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD CONSTRAINT "buyer_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_handles" ADD CONSTRAINT "former_handles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_clicks" ADD CONSTRAINT "affiliate_clicks_link_id_affiliate_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."affiliate_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_links" ADD CONSTRAINT "affiliate_links_affiliate_fk" FOREIGN KEY ("affiliate_id","owner_id") REFERENCES "public"."affiliates"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_links" ADD CONSTRAINT "affiliate_links_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliates" ADD CONSTRAINT "affiliates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliates" ADD CONSTRAINT "affiliates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_affiliate_fk" FOREIGN KEY ("affiliate_id","owner_id") REFERENCES "public"."affiliates"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_link_fk" FOREIGN KEY ("affiliate_link_id","owner_id") REFERENCES "public"."affiliate_links"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_batch_fk" FOREIGN KEY ("payout_batch_id","owner_id") REFERENCES "public"."payout_batches"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_module_id_course_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."course_modules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_video_upload_id_uploads_id_fk" FOREIGN KEY ("video_upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_poster_image_id_images_id_fk" FOREIGN KEY ("poster_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_file_fk" FOREIGN KEY ("digital_file_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_cover_fk" FOREIGN KEY ("cover_image_id","owner_id") REFERENCES "public"."images"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_versions" ADD CONSTRAINT "cart_versions_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantined_payments" ADD CONSTRAINT "quarantined_payments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantined_payments" ADD CONSTRAINT "quarantined_payments_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_products" ADD CONSTRAINT "coupon_products_coupon_fk" FOREIGN KEY ("coupon_id","owner_id") REFERENCES "public"."coupons"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_products" ADD CONSTRAINT "coupon_products_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_students" ADD CONSTRAINT "course_students_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_students" ADD CONSTRAINT "course_students_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_customers" ADD CONSTRAINT "creator_customers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_customers" ADD CONSTRAINT "creator_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_item_fk" FOREIGN KEY ("order_item_id","order_id") REFERENCES "public"."order_items"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_download_id_digital_downloads_id_fk" FOREIGN KEY ("download_id") REFERENCES "public"."digital_downloads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_announcements" ADD CONSTRAINT "file_announcements_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_announcements" ADD CONSTRAINT "file_announcements_upload_fk" FOREIGN KEY ("upload_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_use" ADD CONSTRAINT "storage_use_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_bumps" ADD CONSTRAINT "order_bumps_main_fk" FOREIGN KEY ("main_product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_bumps" ADD CONSTRAINT "order_bumps_bump_fk" FOREIGN KEY ("bump_product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upsells" ADD CONSTRAINT "upsells_trigger_fk" FOREIGN KEY ("trigger_product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upsells" ADD CONSTRAINT "upsells_upsell_fk" FOREIGN KEY ("upsell_product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_browsers" ADD CONSTRAINT "order_browsers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_payment_fk" FOREIGN KEY ("order_payment_id","order_id") REFERENCES "public"."order_payments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_session_id_checkout_sessions_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_transfers" ADD CONSTRAINT "creator_transfers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_transfers" ADD CONSTRAINT "creator_transfers_order_payment_id_payment_shares_order_payment_id_fk" FOREIGN KEY ("order_payment_id") REFERENCES "public"."payment_shares"("order_payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_order_payment_id_order_payments_id_fk" FOREIGN KEY ("order_payment_id") REFERENCES "public"."order_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_image_fk" FOREIGN KEY ("image_id","owner_id") REFERENCES "public"."images"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_attachment_fk" FOREIGN KEY ("attachment_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_fk" FOREIGN KEY ("order_payment_id","order_id") REFERENCES "public"."order_payments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_fk" FOREIGN KEY ("order_payment_id","order_id") REFERENCES "public"."order_payments"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_item_fk" FOREIGN KEY ("order_item_id","order_id") REFERENCES "public"."order_items"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."disputes" ADD CONSTRAINT "disputes_payment_intent_payment_intents_id_fk" FOREIGN KEY ("payment_intent") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD CONSTRAINT "refunds_payment_intent_payment_intents_id_fk" FOREIGN KEY ("payment_intent") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transfer_reversals" ADD CONSTRAINT "transfer_reversals_transfer_transfers_id_fk" FOREIGN KEY ("transfer") REFERENCES "sandbox"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transfers" ADD CONSTRAINT "transfers_account_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "sandbox"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD CONSTRAINT "invoices_subscription_subscriptions_id_fk" FOREIGN KEY ("subscription") REFERENCES "sandbox"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD CONSTRAINT "invoices_payment_intent_payment_intents_id_fk" FOREIGN KEY ("payment_intent") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."setup_intents" ADD CONSTRAINT "setup_intents_subscription_subscriptions_id_fk" FOREIGN KEY ("subscription") REFERENCES "sandbox"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_product_fk" FOREIGN KEY ("product_id","user_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD CONSTRAINT "keyword_responses_product_fk" FOREIGN KEY ("product_id","user_id") REFERENCES "public"."products"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "response_keywords" ADD CONSTRAINT "response_keywords_response_fk" FOREIGN KEY ("keyword_response_id","social_account_id") REFERENCES "public"."keyword_responses"("id","social_account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_attributions" ADD CONSTRAINT "order_attributions_order_fk" FOREIGN KEY ("order_id","user_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_attributions" ADD CONSTRAINT "order_attributions_link_fk" FOREIGN KEY ("link_id","user_id") REFERENCES "public"."reply_links"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_link_clicks" ADD CONSTRAINT "reply_link_clicks_link_id_reply_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."reply_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_keyword_response_id_keyword_responses_id_fk" FOREIGN KEY ("keyword_response_id") REFERENCES "public"."keyword_responses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_automation_rule_id_automation_rules_id_fk" FOREIGN KEY ("automation_rule_id") REFERENCES "public"."automation_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_links" ADD CONSTRAINT "reply_links_product_fk" FOREIGN KEY ("product_id","user_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dm_conversations" ADD CONSTRAINT "dm_conversations_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dm_messages" ADD CONSTRAINT "dm_messages_triggered_keyword_id_keyword_responses_id_fk" FOREIGN KEY ("triggered_keyword_id") REFERENCES "public"."keyword_responses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dm_messages" ADD CONSTRAINT "dm_messages_conversation_fk" FOREIGN KEY ("conversation_id","user_id") REFERENCES "public"."dm_conversations"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_people" ADD CONSTRAINT "listed_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_usage" ADD CONSTRAINT "reply_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_conversation_id_dm_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."dm_conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_message_id_dm_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."dm_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_keyword_response_id_keyword_responses_id_fk" FOREIGN KEY ("keyword_response_id") REFERENCES "public"."keyword_responses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_automation_rule_id_automation_rules_id_fk" FOREIGN KEY ("automation_rule_id") REFERENCES "public"."automation_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_events" ADD CONSTRAINT "social_events_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_event_id_social_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."social_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_conversation_id_dm_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."dm_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_message_id_dm_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."dm_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_sends" ADD CONSTRAINT "social_sends_account_fk" FOREIGN KEY ("social_account_id","user_id") REFERENCES "public"."social_accounts"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upsell_offers" ADD CONSTRAINT "upsell_offers_order_fk" FOREIGN KEY ("order_id","owner_id") REFERENCES "public"."orders"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upsell_offers" ADD CONSTRAINT "upsell_offers_upsell_fk" FOREIGN KEY ("upsell_id","owner_id") REFERENCES "public"."upsells"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_once" ON "access" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "access_customer" ON "access" USING btree ("customer_id","product_id","revoked_at","order_id");--> statement-breakpoint
CREATE INDEX "access_order" ON "access" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "access_owner_product" ON "access" USING btree ("owner_id","product_id","customer_id","granted_at","order_id","subscription_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "buyer_sessions_customer" ON "buyer_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "buyer_sessions_expire" ON "buyer_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "subscription_invoices_subscription" ON "subscription_invoices" USING btree ("subscription_id","period_start");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_invoices_order" ON "subscription_invoices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("customer_id","product_id");--> statement-breakpoint
CREATE INDEX "subscriptions_members" ON "subscriptions" USING btree ("owner_id","customer_id") WHERE status in ('trialing', 'active', 'paused', 'past_due');--> statement-breakpoint
CREATE INDEX "subscriptions_silent" ON "subscriptions" USING btree (greatest(current_period_end, paused_until)) WHERE status in ('active', 'trialing', 'past_due', 'paused');--> statement-breakpoint
CREATE INDEX "former_handles_user" ON "former_handles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_handle_unique" ON "users" USING btree ("handle");--> statement-breakpoint
CREATE INDEX "verification_tokens_mailbox" ON "verification_tokens" USING btree ("mailbox","created_at");--> statement-breakpoint
CREATE INDEX "verification_tokens_email" ON "verification_tokens" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "verification_tokens_expire" ON "verification_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_tokens_live" ON "verification_tokens" USING btree ("browser_hash","email","purpose","token_type") WHERE not verified and not replaced;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_links_code_unique" ON "affiliate_links" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_email_unique" ON "affiliates" USING btree ("owner_id",lower("email"));--> statement-breakpoint
CREATE INDEX "affiliates_user" ON "affiliates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "affiliates_email" ON "affiliates" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_line" ON "commissions" USING btree ("order_item_id") WHERE refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "commissions_refund" ON "commissions" USING btree ("order_item_id","refund_id",(amount_cents > 0));--> statement-breakpoint
CREATE INDEX "commissions_owner" ON "commissions" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commissions_affiliate" ON "commissions" USING btree ("affiliate_id","status");--> statement-breakpoint
CREATE INDEX "commissions_link" ON "commissions" USING btree ("affiliate_link_id");--> statement-breakpoint
CREATE INDEX "commissions_order" ON "commissions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "commissions_batch" ON "commissions" USING btree ("payout_batch_id");--> statement-breakpoint
CREATE INDEX "commissions_pending" ON "commissions" USING btree ("payable_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "payout_batches_owner" ON "payout_batches" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "payout_batches_sending" ON "payout_batches" USING btree ("created_at") WHERE method = 'TRANSFER' and paid_at is null;--> statement-breakpoint
CREATE INDEX "course_modules_product" ON "course_modules" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "former_slugs_product" ON "former_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "lessons_module" ON "lessons" USING btree ("module_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "products_slug_unique" ON "products" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "products_owner" ON "products" USING btree ("owner_id","position","created_at");--> statement-breakpoint
CREATE INDEX "cart_versions_email" ON "cart_versions" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_active" ON "checkout_sessions" USING btree ("browser_hash","product_id") WHERE status = 'ACTIVE';--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_intent_unique" ON "checkout_sessions" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_email" ON "checkout_sessions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "checkout_sessions_check" ON "checkout_sessions" USING btree ("next_check_at") WHERE status = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "checkout_sessions_unpriced" ON "checkout_sessions" USING btree ("expires_at") WHERE status = 'ACTIVE' and payment_intent_id is null;--> statement-breakpoint
CREATE INDEX "checkout_sessions_ended" ON "checkout_sessions" USING btree ("expires_at","session_id") WHERE status in ('ABANDONED', 'EXPIRED');--> statement-breakpoint
CREATE INDEX "quarantined_payments_owner" ON "quarantined_payments" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_holds_live" ON "stock_holds" USING btree ("checkout_session_id","product_id") WHERE state = 'HELD';--> statement-breakpoint
CREATE INDEX "stock_holds_checkout" ON "stock_holds" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "stock_holds_network" ON "stock_holds" USING btree ("product_id","network") WHERE state = 'HELD';--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_once" ON "webhook_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("id") WHERE handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_session" ON "coupon_redemptions" USING btree ("coupon_id","checkout_session_id") WHERE state <> 'RELEASED';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_order" ON "coupon_redemptions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_coupon" ON "coupon_redemptions" USING btree ("coupon_id","state");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_checkout" ON "coupon_redemptions" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_email" ON "coupon_redemptions" USING btree ("coupon_id","email_normalized");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code_unique" ON "coupons" USING btree ("owner_id",lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "mail_outbox_once" ON "mail_outbox" USING btree ("event","recipient");--> statement-breakpoint
CREATE INDEX "mail_outbox_recipient" ON "mail_outbox" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "mail_outbox_queued" ON "mail_outbox" USING btree ("created_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "mail_outbox_counted_mailbox" ON "mail_outbox" USING btree ("mailbox","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_counted_owner" ON "mail_outbox" USING btree ("owner_id","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting_receipts" ON "mail_outbox" USING btree ("owner_id","due_at") WHERE state = 'WAITING' and template = 'receipt';--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting_news" ON "mail_outbox" USING btree ("owner_id","due_at") WHERE state = 'WAITING' and template <> 'receipt';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_outbox_waiting_receipt" ON "mail_outbox" USING btree ("owner_id",lower("recipient")) WHERE state = 'WAITING' and template = 'receipt';--> statement-breakpoint
CREATE INDEX "mailbox_to" ON "mailbox" USING btree (lower("to"),"sent_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "course_students_customer" ON "course_students" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "course_students_since" ON "course_students" USING btree ("owner_id","since");--> statement-breakpoint
CREATE INDEX "creator_customers_customer" ON "creator_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "creator_customers_first_order" ON "creator_customers" USING btree ("owner_id","first_order_at","customer_id");--> statement-breakpoint
CREATE INDEX "creator_customers_name" ON "creator_customers" USING btree ("owner_id","sort_name","customer_id");--> statement-breakpoint
CREATE INDEX "creator_customers_words" ON "creator_customers" USING gin ("words" gin_trgm_ops) WITH (gin_pending_list_limit=128);--> statement-breakpoint
CREATE UNIQUE INDEX "digital_downloads_item" ON "digital_downloads" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "digital_downloads_order" ON "digital_downloads" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "digital_downloads_product" ON "digital_downloads" USING btree ("product_id","created_at","id","customer_id","expires_at");--> statement-breakpoint
CREATE INDEX "digital_downloads_customer" ON "digital_downloads" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "download_grants_token" ON "download_grants" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "download_grants_download" ON "download_grants" USING btree ("download_id","created_at");--> statement-breakpoint
CREATE INDEX "download_grants_expire" ON "download_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "certificates_customer" ON "certificates" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "progress_customer" ON "progress" USING btree ("customer_id","lesson_id");--> statement-breakpoint
CREATE INDEX "progress_lesson" ON "progress" USING btree ("lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "book_differences_once" ON "book_differences" USING btree ("payment_intent_id","kind");--> statement-breakpoint
CREATE INDEX "book_differences_owner" ON "book_differences" USING btree ("owner_id","resolved_at");--> statement-breakpoint
CREATE INDEX "order_bumps_bump" ON "order_bumps" USING btree ("bump_product_id");--> statement-breakpoint
CREATE INDEX "upsells_upsell" ON "upsells" USING btree ("upsell_product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email_unique" ON "customers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customers_erased" ON "customers" USING btree ("id") WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX "customers_email_without_tag" ON "customers" USING btree (regexp_replace(lower("email"), '^([^+@]+)[+][^@]*@', '\1@'));--> statement-breakpoint
CREATE INDEX "order_browsers_hash" ON "order_browsers" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "order_browsers_granted" ON "order_browsers" USING btree ("granted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_one_main" ON "order_items" USING btree ("order_id") WHERE item_type = 'MAIN';--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_offer" ON "order_items" USING btree ("order_id","offer_id");--> statement-breakpoint
CREATE INDEX "order_items_order_product" ON "order_items" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "order_items_owner_product" ON "order_items" USING btree ("owner_id","product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_items_owner_created" ON "order_items" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "order_items_owner_offer" ON "order_items" USING btree ("owner_id","offer_id","order_id","total_price_cents","refunded_cents") WHERE offer_id is not null;--> statement-breakpoint
CREATE INDEX "order_items_owner_coupon" ON "order_items" USING btree ("owner_id","order_id","discount_cents") WHERE discount_source = 'COUPON';--> statement-breakpoint
CREATE INDEX "order_items_payment" ON "order_items" USING btree ("order_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_intent_unique" ON "order_payments" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_upsell" ON "order_payments" USING btree ("order_id","upsell_id");--> statement-breakpoint
CREATE INDEX "order_payments_created" ON "order_payments" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_intent_unique" ON "orders" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout_session_unique" ON "orders" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "orders_owner_created" ON "orders" USING btree ("owner_id","created_at","id","status","total_cents","refunded_cents","customer_id","product_id");--> statement-breakpoint
CREATE INDEX "orders_owner_customer" ON "orders" USING btree ("owner_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_owner_coupon" ON "orders" USING btree ("owner_id","status","id","total_cents","refunded_cents") WHERE coupon_code is not null;--> statement-breakpoint
CREATE INDEX "orders_not_standing" ON "orders" USING btree ("id") WHERE disputed or status not in ('PAID', 'REFUNDED');--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","product_id");--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_costing_customer" ON "orders" USING btree ("customer_id") WHERE total_cents > 0;--> statement-breakpoint
CREATE INDEX "orders_costing_owner" ON "orders" USING btree ("owner_id") WHERE total_cents > 0;--> statement-breakpoint
CREATE INDEX "orders_coupon" ON "orders" USING btree ("coupon_id") WHERE coupon_id is not null;--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_transfers_pending" ON "creator_transfers" USING btree ("order_payment_id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "creator_transfers_unanswered" ON "creator_transfers" USING btree ("owner_id","created_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "creator_transfers_payment" ON "creator_transfers" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "creator_transfers_owner" ON "creator_transfers" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_shares_balances" ON "payment_shares" USING btree ("owner_id","kind","currency","owed_cents","reached_cents");--> statement-breakpoint
CREATE INDEX "payment_shares_open" ON "payment_shares" USING btree ("kind","order_payment_id") WHERE owed_cents is null;--> statement-breakpoint
CREATE INDEX "payment_shares_due" ON "payment_shares" USING btree ("owner_id","waits_until","order_payment_id") WHERE kind = 'OWED' and owed_cents <> 0;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_account" ON "payout_accounts" USING btree ("provider","account_id");--> statement-breakpoint
CREATE INDEX "posts_owner" ON "posts" USING btree ("owner_id","published_at");--> statement-breakpoint
CREATE INDEX "posts_product" ON "posts" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("updated_at") WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_owner_created" ON "refunds" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("order_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("provider_refund_id","order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("order_item_id","request_key");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("product_id","customer_id");--> statement-breakpoint
CREATE INDEX "reviews_customer" ON "reviews" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sandbox_disputes_intent" ON "sandbox"."disputes" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "sandbox_events_due" ON "sandbox"."events" USING btree ("deliver_at") WHERE delivered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_intents_idempotency" ON "sandbox"."payment_intents" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_intents_bank_token" ON "sandbox"."payment_intents" USING btree (("next_action" ->> 'token')) WHERE next_action is not null;--> statement-breakpoint
CREATE INDEX "sandbox_intents_follow_up" ON "sandbox"."payment_intents" USING btree ("follow_up_at") WHERE follow_up_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_idempotency" ON "sandbox"."refunds" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_intent" ON "sandbox"."refunds" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_follow_up" ON "sandbox"."refunds" USING btree ("follow_up_at") WHERE follow_up_at is not null;--> statement-breakpoint
CREATE INDEX "sandbox_updates_age" ON "sandbox"."updates" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_idempotency" ON "sandbox"."accounts" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_token" ON "sandbox"."accounts" USING btree ("onboarding_token");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_transfers_idempotency" ON "sandbox"."transfers" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_transfers_account" ON "sandbox"."transfers" USING btree ("account");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_invoices_intent" ON "sandbox"."invoices" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "sandbox_invoices_open" ON "sandbox"."invoices" USING btree ("id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_next_step" ON "sandbox"."subscriptions" USING btree ("next_step_at") WHERE next_step_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "demo_fans_username" ON "sandbox"."demo_fans" USING btree ("account_id","username");--> statement-breakpoint
CREATE UNIQUE INDEX "demo_messages_private_reply" ON "sandbox"."demo_messages" USING btree ("comment_id") WHERE visibility = 'PRIVATE' and comment_id is not null;--> statement-breakpoint
CREATE INDEX "automation_rules_account" ON "automation_rules" USING btree ("social_account_id");--> statement-breakpoint
CREATE INDEX "automation_rules_product" ON "automation_rules" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "keyword_responses_account" ON "keyword_responses" USING btree ("social_account_id");--> statement-breakpoint
CREATE INDEX "keyword_responses_product" ON "keyword_responses" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "response_keywords_response" ON "response_keywords" USING btree ("keyword_response_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_accounts_platform_user" ON "social_accounts" USING btree ("platform","platform_user_id") WHERE verified;--> statement-breakpoint
CREATE INDEX "social_accounts_user" ON "social_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "social_accounts_app_scoped" ON "social_accounts" USING btree ("platform","app_scoped_id");--> statement-breakpoint
CREATE INDEX "order_attributions_link" ON "order_attributions" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "order_attributions_owner" ON "order_attributions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_links_event" ON "reply_links" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "reply_links_owner" ON "reply_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "reply_links_response" ON "reply_links" USING btree ("keyword_response_id");--> statement-breakpoint
CREATE INDEX "reply_links_rule" ON "reply_links" USING btree ("automation_rule_id");--> statement-breakpoint
CREATE INDEX "reply_links_product" ON "reply_links" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dm_conversations_platform" ON "dm_conversations" USING btree ("social_account_id","platform_conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dm_conversations_participant" ON "dm_conversations" USING btree ("social_account_id","participant_id");--> statement-breakpoint
CREATE INDEX "dm_conversations_recent" ON "dm_conversations" USING btree ("user_id","last_message_at");--> statement-breakpoint
CREATE INDEX "dm_conversations_nameless" ON "dm_conversations" USING btree ("last_inbound_at") WHERE participant_username is null and participant_display_name is null and profile_asked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "dm_messages_platform" ON "dm_messages" USING btree ("conversation_id","platform_message_id");--> statement-breakpoint
CREATE INDEX "dm_messages_thread" ON "dm_messages" USING btree ("conversation_id","platform_created_at");--> statement-breakpoint
CREATE INDEX "dm_messages_keyword" ON "dm_messages" USING btree ("triggered_keyword_id");--> statement-breakpoint
CREATE UNIQUE INDEX "listed_people_once" ON "listed_people" USING btree ("user_id","platform","list_name","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_events_once" ON "social_events" USING btree ("social_account_id","platform_event_id");--> statement-breakpoint
CREATE INDEX "social_events_open" ON "social_events" USING btree ("user_id","id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "social_events_recent" ON "social_events" USING btree ("user_id","received_at");--> statement-breakpoint
CREATE INDEX "social_events_conversation" ON "social_events" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "social_events_message" ON "social_events" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "social_events_response" ON "social_events" USING btree ("keyword_response_id","person_id");--> statement-breakpoint
CREATE INDEX "social_events_rule" ON "social_events" USING btree ("automation_rule_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_sends_once" ON "social_sends" USING btree ("event_id","purpose");--> statement-breakpoint
CREATE INDEX "social_sends_due" ON "social_sends" USING btree ("social_account_id","due_at") WHERE state = 'QUEUED';--> statement-breakpoint
CREATE INDEX "social_sends_sending" ON "social_sends" USING btree ("claimed_at") WHERE state = 'SENDING';--> statement-breakpoint
CREATE INDEX "social_sends_unknown" ON "social_sends" USING btree ("claimed_at") WHERE state = 'UNKNOWN';--> statement-breakpoint
CREATE INDEX "social_sends_account_rate" ON "social_sends" USING btree ("social_account_id","claimed_at");--> statement-breakpoint
CREATE INDEX "social_sends_platform_rate" ON "social_sends" USING btree ("platform","claimed_at");--> statement-breakpoint
CREATE INDEX "social_sends_conversation" ON "social_sends" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "social_sends_message" ON "social_sends" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "upsell_offers_owner_upsell" ON "upsell_offers" USING btree ("owner_id","upsell_id","decision");--> statement-breakpoint
CREATE INDEX "upsell_offers_open" ON "upsell_offers" USING btree ("shown_at") WHERE decision is null and amount_cents is not null;--> statement-breakpoint
-- Tables that refer to each other: a picture is its owner's, and one of them is the owner's portrait.
ALTER TABLE "users" ADD CONSTRAINT "users_avatar_fk" FOREIGN KEY ("avatar_image_id", "id") REFERENCES "images" ("id", "owner_id");--> statement-breakpoint
INSERT INTO sandbox.faults DEFAULT VALUES;--> statement-breakpoint
INSERT INTO dev_clock DEFAULT VALUES;--> statement-breakpoint
-- An index alone answers only for pages that vacuum has seen. Where rows are mostly added it would come by once a fifth of
-- the table is new: too seldom for what desks add up.
ALTER TABLE "orders" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "order_items" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "access" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "upsell_offers" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "digital_downloads" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "creator_customers" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "course_students" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
