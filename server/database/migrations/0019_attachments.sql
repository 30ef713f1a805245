CREATE TABLE "lesson_attachments" (
	"lesson_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "lesson_attachments_lesson_id_upload_id_pk" PRIMARY KEY("lesson_id","upload_id"),
	CONSTRAINT "lesson_attachments_position" UNIQUE("lesson_id","position"),
	CONSTRAINT "lesson_attachments_name" CHECK (length("lesson_attachments"."name") between 1 and 200),
	CONSTRAINT "lesson_attachments_most" CHECK ("lesson_attachments"."position" between 0 and 19)
);
--> statement-breakpoint
ALTER TABLE "lesson_attachments" ADD CONSTRAINT "lesson_attachments_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_attachments" ADD CONSTRAINT "lesson_attachments_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_attachments_upload" ON "lesson_attachments" USING btree ("upload_id");