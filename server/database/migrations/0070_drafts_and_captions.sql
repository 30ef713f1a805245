CREATE TABLE "video_captions" (
	"upload_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"language" text NOT NULL,
	"webvtt" text NOT NULL,
	CONSTRAINT "video_captions_upload_id_language_pk" PRIMARY KEY("upload_id","language"),
	CONSTRAINT "video_captions_language_form" CHECK ("video_captions"."language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "video_captions_length" CHECK (length("video_captions"."webvtt") <= 2000000)
);
--> statement-breakpoint
ALTER TABLE "cart_sequences" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "video_captions" ADD CONSTRAINT "video_captions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_captions" ADD CONSTRAINT "video_captions_upload_fk" FOREIGN KEY ("upload_id","owner_id") REFERENCES "public"."uploads"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_captions_owner" ON "video_captions" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "cart_sequences" ADD CONSTRAINT "cart_sequences_draft" CHECK (jsonb_array_length("cart_sequences"."draft" -> 'steps') <= 5);