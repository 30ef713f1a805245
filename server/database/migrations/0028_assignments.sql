CREATE TABLE "assignment_files" (
	"submission_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"upload_id" uuid NOT NULL,
	CONSTRAINT "assignment_files_submission_id_position_pk" PRIMARY KEY("submission_id","position"),
	CONSTRAINT "assignment_files_upload_id_unique" UNIQUE("upload_id"),
	CONSTRAINT "assignment_files_most" CHECK ("assignment_files"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "assignment_submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"typed_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"needs_answer" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "assignment_submissions_number_unique" UNIQUE("order_id","lesson_id","number"),
	CONSTRAINT "assignment_submissions_revision" CHECK ("assignment_submissions"."revision" >= 1),
	CONSTRAINT "assignment_submissions_state" CHECK ("assignment_submissions"."state" in ('DRAFT', 'SUBMITTED', 'RETURNED', 'ACCEPTED')),
	CONSTRAINT "assignment_submissions_number" CHECK ("assignment_submissions"."number" between 1 and 20),
	CONSTRAINT "assignment_submissions_text" CHECK (length("assignment_submissions"."text") <= 10000),
	CONSTRAINT "assignment_submissions_answer" CHECK (length("assignment_submissions"."answer") <= 10000),
	CONSTRAINT "assignment_submissions_moments" CHECK (("assignment_submissions"."state" = 'DRAFT') = ("assignment_submissions"."submitted_at" is null)
          and ("assignment_submissions"."state" in ('RETURNED', 'ACCEPTED')) = ("assignment_submissions"."answered_at" is not null)
          and ("assignment_submissions"."answered_at" is not null or "assignment_submissions"."answer" = '')),
	CONSTRAINT "assignment_submissions_due" CHECK ("assignment_submissions"."due_at" is null or ("assignment_submissions"."state" = 'SUBMITTED' and "assignment_submissions"."needs_answer"))
);
--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "assignment" jsonb;--> statement-breakpoint
ALTER TABLE "storage_use" ADD COLUMN "buyers_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "assignment_files" ADD CONSTRAINT "assignment_files_submission_id_assignment_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."assignment_submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_files" ADD CONSTRAINT "assignment_files_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_submissions" ADD CONSTRAINT "assignment_submissions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_submissions" ADD CONSTRAINT "assignment_submissions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_submissions" ADD CONSTRAINT "assignment_submissions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_submissions" ADD CONSTRAINT "assignment_submissions_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assignment_submissions_open" ON "assignment_submissions" USING btree ("order_id","lesson_id") WHERE "assignment_submissions"."state" in ('DRAFT', 'SUBMITTED');--> statement-breakpoint
CREATE INDEX "assignment_submissions_owner" ON "assignment_submissions" USING btree ("owner_id","state","needs_answer","submitted_at","id");--> statement-breakpoint
CREATE INDEX "assignment_submissions_product" ON "assignment_submissions" USING btree ("product_id","state","needs_answer","submitted_at","id");--> statement-breakpoint
CREATE INDEX "assignment_submissions_due" ON "assignment_submissions" USING btree ("due_at") WHERE "assignment_submissions"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "assignment_submissions_lesson" ON "assignment_submissions" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "assignment_submissions_customer" ON "assignment_submissions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "uploads_customer" ON "uploads" USING btree ("customer_id") WHERE "uploads"."customer_id" is not null;--> statement-breakpoint
ALTER TABLE "storage_use" ADD CONSTRAINT "storage_use_buyers_bytes" CHECK ("storage_use"."buyers_bytes" >= 0);