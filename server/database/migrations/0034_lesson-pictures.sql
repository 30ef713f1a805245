CREATE TABLE "lesson_pictures" (
	"lesson_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "lesson_pictures_lesson_id_image_id_pk" PRIMARY KEY("lesson_id","image_id")
);
--> statement-breakpoint
ALTER TABLE "images" DROP CONSTRAINT "images_kind";--> statement-breakpoint
ALTER TABLE "lesson_pictures" ADD CONSTRAINT "lesson_pictures_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_pictures" ADD CONSTRAINT "lesson_pictures_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_pictures_image" ON "lesson_pictures" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "lesson_pictures_removed" ON "lesson_pictures" USING btree ("removed_at") WHERE "lesson_pictures"."removed_at" is not null;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_kind" CHECK ("images"."kind" in ('cover', 'avatar', 'poster', 'post', 'text'));