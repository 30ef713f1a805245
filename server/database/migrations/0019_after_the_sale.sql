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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificates_code_unique" UNIQUE("code"),
	CONSTRAINT "certificates_name" CHECK (length("certificates"."name") between 1 and 120)
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_title" CHECK (length("posts"."title") between 1 and 200),
	CONSTRAINT "posts_content" CHECK (length("posts"."content") <= 50000)
);
--> statement-breakpoint
ALTER TABLE "images" DROP CONSTRAINT "images_kind";--> statement-breakpoint
DROP INDEX "verification_tokens_live";--> statement-breakpoint
-- Nothing has written to it yet.
DELETE FROM "progress";--> statement-breakpoint
ALTER TABLE "progress" DROP CONSTRAINT "progress_customer_id_lesson_id_pk";--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD COLUMN "ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "progress" ADD COLUMN "order_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_order_id_lesson_id_pk" PRIMARY KEY("order_id","lesson_id");--> statement-breakpoint
ALTER TABLE "progress" ADD COLUMN "played" "int4multirange" DEFAULT '{}'::int4multirange NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "author_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "poster_image_id" uuid;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "captions" text;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "drip_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_image_fk" FOREIGN KEY ("image_id","owner_id") REFERENCES "public"."images"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_attachment_fk" FOREIGN KEY ("attachment_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "certificates_customer" ON "certificates" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "posts_owner" ON "posts" USING btree ("owner_id","published_at");--> statement-breakpoint
CREATE INDEX "posts_product" ON "posts" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_poster_image_id_images_id_fk" FOREIGN KEY ("poster_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "progress_customer" ON "progress" USING btree ("customer_id","lesson_id");--> statement-breakpoint
CREATE INDEX "progress_lesson" ON "progress" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "reviews_customer" ON "reviews" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_tokens_live" ON "verification_tokens" USING btree ("browser_hash","purpose","token_type") WHERE not verified and not replaced;--> statement-breakpoint
ALTER TABLE "progress" DROP COLUMN "intervals";--> statement-breakpoint
ALTER TABLE "buyer_sessions" ADD CONSTRAINT "buyer_sessions_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_position" CHECK ("progress"."position_seconds" >= 0);--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_completed" CHECK ("progress"."completed" = ("progress"."completed_at" is not null));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_text" CHECK (length("reviews"."text") <= 4000);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_name" CHECK (length("reviews"."author_name") <= 60);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null));--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_kind" CHECK ("images"."kind" in ('cover', 'avatar', 'poster', 'post'));--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_drip_days" CHECK ("lessons"."drip_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_captions" CHECK (length("lessons"."captions") <= 500000);--> statement-breakpoint
-- The reviews that count: of buyers whose purchase stands. A refund or a lost dispute takes a review out, a purchase after
-- it brings it back; the end of a membership does neither.
CREATE VIEW "counted_reviews" AS
  SELECT r.* FROM "reviews" r
   WHERE EXISTS (
     SELECT FROM "access" a JOIN "orders" o ON o."id" = a."order_id"
      WHERE a."customer_id" = r."customer_id" AND a."product_id" = r."product_id" AND a."revoked_at" IS NULL
        AND o."status" IN ('PAID', 'REFUNDED') AND NOT o."disputed");
