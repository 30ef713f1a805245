CREATE TABLE "deleted_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deleted_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deletion_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"column_name" text,
	"rows" jsonb NOT NULL,
	CONSTRAINT "deleted_rows_list" CHECK (jsonb_typeof("deleted_rows"."rows") = 'array')
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deletions_kind" CHECK ("deletions"."kind" in ('AUTOMATION_RULE', 'KEYWORD_RESPONSE', 'MAILING', 'POST', 'SAVED_FILTER', 'TAG'))
);
--> statement-breakpoint
CREATE TABLE "list_columns" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "list_columns_user_id_list_pk" PRIMARY KEY("user_id","list"),
	CONSTRAINT "list_columns_list" CHECK ("list_columns"."list" in ('ORDERS', 'CUSTOMERS', 'PRODUCTS', 'COUPONS', 'AFFILIATE_LINKS', 'KEYWORD_RESPONSES', 'KEYWORD_EARNINGS', 'SOLD_DOWNLOADS')),
	CONSTRAINT "list_columns_most" CHECK (cardinality("list_columns"."columns") <= 30),
	CONSTRAINT "list_columns_length" CHECK (length(array_to_string("list_columns"."columns", ',', '')) <= 1300)
);
--> statement-breakpoint
ALTER TABLE "deleted_rows" ADD CONSTRAINT "deleted_rows_deletion_id_deletions_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_rows_deletion" ON "deleted_rows" USING btree ("deletion_id");--> statement-breakpoint
CREATE INDEX "deletions_owner" ON "deletions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "deletions_time" ON "deletions" USING btree ("deleted_at");