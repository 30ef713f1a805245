CREATE TABLE "lesson_captions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lesson_id" uuid NOT NULL,
	"language" text NOT NULL,
	"webvtt" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lesson_captions_language" UNIQUE("lesson_id","language"),
	CONSTRAINT "lesson_captions_language_form" CHECK ("lesson_captions"."language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "lesson_captions_length" CHECK (length("lesson_captions"."webvtt") <= 2000000),
	CONSTRAINT "lesson_captions_position" CHECK ("lesson_captions"."position" between 0 and 19)
);
--> statement-breakpoint
ALTER TABLE "lessons" DROP CONSTRAINT "lessons_captions";--> statement-breakpoint
ALTER TABLE "lesson_captions" ADD CONSTRAINT "lesson_captions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The player has told browsers so far that they were English.
INSERT INTO "lesson_captions" ("lesson_id", "language", "webvtt") SELECT "id", 'en', "captions" FROM "lessons" WHERE "captions" IS NOT NULL;--> statement-breakpoint
-- It names the column; rules.sql makes it anew.
DROP TRIGGER IF EXISTS "next_revision" ON "lessons";--> statement-breakpoint
ALTER TABLE "lessons" DROP COLUMN "captions";