CREATE TABLE "file_announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_announcements_once" UNIQUE("product_id","upload_id")
);
--> statement-breakpoint
ALTER TABLE "file_announcements" ADD CONSTRAINT "file_announcements_product_fk" FOREIGN KEY ("product_id","owner_id") REFERENCES "public"."products"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_announcements" ADD CONSTRAINT "file_announcements_upload_fk" FOREIGN KEY ("upload_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE cascade ON UPDATE no action;