CREATE TABLE "post_pictures" (
	"post_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "post_pictures_post_id_image_id_pk" PRIMARY KEY("post_id","image_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bio_document" jsonb;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "content_document" jsonb;--> statement-breakpoint
ALTER TABLE "post_pictures" ADD CONSTRAINT "post_pictures_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_pictures" ADD CONSTRAINT "post_pictures_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_pictures_image" ON "post_pictures" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "posts_in_markdown" ON "posts" USING btree ("id") WHERE "posts"."content_document" is null and "posts"."content" <> '';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bio_document" CHECK ("users"."bio_document" is null or coalesce("users"."bio_document" ->> 'type', '') = 'doc');--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_content_document" CHECK ("posts"."content_document" is null or coalesce("posts"."content_document" ->> 'type', '') = 'doc');