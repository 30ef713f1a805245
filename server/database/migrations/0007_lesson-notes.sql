CREATE TABLE "lesson_notes" (
	"order_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"seconds" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "lesson_notes_order_id_id_pk" PRIMARY KEY("order_id","id"),
	CONSTRAINT "lesson_notes_seconds" CHECK ("lesson_notes"."seconds" between 0 and 86400),
	CONSTRAINT "lesson_notes_text" CHECK (length("lesson_notes"."text") between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_notes_customer" ON "lesson_notes" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "lesson_notes_lesson" ON "lesson_notes" USING btree ("lesson_id");