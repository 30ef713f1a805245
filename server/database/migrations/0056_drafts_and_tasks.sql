ALTER TABLE "posts" DROP CONSTRAINT "posts_title";--> statement-breakpoint
CREATE INDEX "lessons_tasks_in_markdown" ON "lessons" USING btree ("id") WHERE jsonb_typeof("lessons"."assignment" -> 'task') = 'string';--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_title" CHECK (length("posts"."title") <= 200 and ("posts"."title" <> '' or "posts"."published_at" is null));