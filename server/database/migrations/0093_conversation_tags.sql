CREATE TABLE "conversation_tags" (
	"owner_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "conversation_tags_conversation_id_tag_id_pk" PRIMARY KEY("conversation_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN "tag_id" uuid;--> statement-breakpoint
ALTER TABLE "social_events" ADD COLUMN "tagged_with" uuid[];--> statement-breakpoint
ALTER TABLE "conversation_tags" ADD CONSTRAINT "conversation_tags_conversation_fk" FOREIGN KEY ("conversation_id","owner_id") REFERENCES "public"."dm_conversations"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_tags_tag" ON "conversation_tags" USING btree ("tag_id");