CREATE TABLE "text_videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"lesson_id" uuid,
	"post_id" uuid,
	"product_id" uuid,
	"upload_id" uuid NOT NULL,
	"poster_image_id" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "text_videos_of_lesson" UNIQUE("lesson_id","upload_id"),
	CONSTRAINT "text_videos_of_post" UNIQUE("post_id","upload_id"),
	CONSTRAINT "text_videos_of_product" UNIQUE("product_id","upload_id"),
	CONSTRAINT "text_videos_one_text" CHECK (num_nonnulls("text_videos"."lesson_id", "text_videos"."post_id", "text_videos"."product_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "cart_mails" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "text_videos" ADD CONSTRAINT "text_videos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_videos" ADD CONSTRAINT "text_videos_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_videos" ADD CONSTRAINT "text_videos_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_videos" ADD CONSTRAINT "text_videos_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_videos" ADD CONSTRAINT "text_videos_upload_fk" FOREIGN KEY ("upload_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_videos" ADD CONSTRAINT "text_videos_poster_fk" FOREIGN KEY ("poster_image_id","owner_id") REFERENCES "public"."images"("id","owner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_videos_owner" ON "text_videos" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "text_videos_upload" ON "text_videos" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "text_videos_poster" ON "text_videos" USING btree ("poster_image_id");--> statement-breakpoint
CREATE INDEX "text_videos_removed" ON "text_videos" USING btree ("removed_at") WHERE "text_videos"."removed_at" is not null;--> statement-breakpoint
ALTER TABLE "cart_mails" ADD CONSTRAINT "cart_mails_text" CHECK (num_nonnulls("cart_mails"."content", "cart_mails"."body") = 1);