CREATE TABLE "quiz_answers" (
	"order_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"choice_ids" uuid[] NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_answers_order_id_lesson_id_question_id_pk" PRIMARY KEY("order_id","lesson_id","question_id"),
	CONSTRAINT "quiz_answers_choices" CHECK (cardinality("quiz_answers"."choice_ids") <= 10)
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"right_ids" uuid[] NOT NULL,
	"question_count" integer NOT NULL,
	"passed" boolean NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_attempts_order_id_id_pk" PRIMARY KEY("order_id","id"),
	CONSTRAINT "quiz_attempts_marks" CHECK (cardinality("quiz_attempts"."right_ids") <= "quiz_attempts"."question_count" and "quiz_attempts"."question_count" >= 1
          and (not "quiz_attempts"."passed" or cardinality("quiz_attempts"."right_ids") >= 1))
);
--> statement-breakpoint
CREATE TABLE "quiz_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lesson_id" uuid NOT NULL,
	"quiz" jsonb NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "quiz" jsonb;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_version_id_quiz_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."quiz_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_versions" ADD CONSTRAINT "quiz_versions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quiz_answers_lesson" ON "quiz_answers" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "quiz_answers_customer" ON "quiz_answers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_order" ON "quiz_attempts" USING btree ("order_id","lesson_id","submitted_at");--> statement-breakpoint
CREATE INDEX "quiz_attempts_version" ON "quiz_attempts" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_lesson" ON "quiz_attempts" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_customer" ON "quiz_attempts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "quiz_versions_lesson" ON "quiz_versions" USING btree ("lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_versions_current" ON "quiz_versions" USING btree ("lesson_id") WHERE "quiz_versions"."is_current";