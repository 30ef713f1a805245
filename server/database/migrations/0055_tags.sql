CREATE TABLE "person_tags" (
	"owner_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"mailbox" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "person_tags_tag_id_mailbox_pk" PRIMARY KEY("tag_id","mailbox")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "tags_owner_unique" UNIQUE("id","owner_id"),
	CONSTRAINT "tags_name_length" CHECK (length("tags"."name") between 1 and 40),
	CONSTRAINT "tags_name_line" CHECK ("tags"."name" !~ '[\r\n]')
);
--> statement-breakpoint
ALTER TABLE "person_tags" ADD CONSTRAINT "person_tags_tag_fk" FOREIGN KEY ("tag_id","owner_id") REFERENCES "public"."tags"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_tags_mailbox" ON "person_tags" USING btree ("mailbox","owner_id","tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("owner_id",lower("name"));