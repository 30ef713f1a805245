CREATE TABLE "store_design_versions" (
	"owner_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"design" jsonb NOT NULL,
	"published_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "store_design_versions_owner_id_number_pk" PRIMARY KEY("owner_id","number"),
	CONSTRAINT "store_design_versions_number" CHECK ("store_design_versions"."number" >= 1),
	CONSTRAINT "store_design_versions_design" CHECK (jsonb_typeof("store_design_versions"."design") = 'object')
);
--> statement-breakpoint
CREATE TABLE "store_designs" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"published" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "store_designs_revision" CHECK ("store_designs"."revision" >= 1),
	CONSTRAINT "store_designs_draft" CHECK (jsonb_typeof("store_designs"."draft") = 'object'),
	CONSTRAINT "store_designs_published" CHECK (jsonb_typeof("store_designs"."published") = 'object')
);
--> statement-breakpoint
ALTER TABLE "store_design_versions" ADD CONSTRAINT "store_design_versions_owner_id_store_designs_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."store_designs"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_designs" ADD CONSTRAINT "store_designs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;