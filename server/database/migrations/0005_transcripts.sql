ALTER TABLE "lessons" DROP CONSTRAINT "lessons_captions";--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_captions" CHECK (length("lessons"."captions") <= 2000000);