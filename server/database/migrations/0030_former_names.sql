CREATE TABLE "former_handles" (
	"handle" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"given_up_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"given_up_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_handles" ADD CONSTRAINT "former_handles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_handles_user" ON "former_handles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_slugs_product" ON "former_slugs" USING btree ("product_id");--> statement-breakpoint
-- A handle that is given up is kept for its creator: links lead on from it, and for a year nobody else gets it. After the
-- row is written, so that whoever waited for the unique index sees what was given up meanwhile.
CREATE FUNCTION former_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_handles f WHERE f.handle = NEW.handle
     AND (f.user_id = NEW.id OR f.given_up_at <= now() - interval '1 year');
  IF EXISTS (SELECT FROM former_handles f WHERE f.handle = NEW.handle) THEN
    RAISE EXCEPTION 'the handle was given up less than a year ago'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_handle_unique';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO former_handles (handle, user_id) VALUES (OLD.handle, NEW.id)
      ON CONFLICT (handle) DO UPDATE SET user_id = excluded.user_id, given_up_at = now();
    IF (SELECT count(*) FROM former_handles f
         WHERE f.user_id = NEW.id AND f.given_up_at > now() - interval '1 year') > 5 THEN
      RAISE EXCEPTION 'too many handles were given up' USING ERRCODE = 'check_violation', CONSTRAINT = 'former_handles_many';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER former_handle_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION former_handle();
--> statement-breakpoint
CREATE TRIGGER former_handle_changed AFTER UPDATE OF handle ON users FOR EACH ROW
  WHEN (OLD.handle IS DISTINCT FROM NEW.handle) EXECUTE FUNCTION former_handle();
--> statement-breakpoint
CREATE FUNCTION former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_slugs f USING products p WHERE f.slug = NEW.slug AND p.id = f.product_id
     AND (p.owner_id = NEW.owner_id OR f.given_up_at <= now() - interval '1 year');
  IF EXISTS (SELECT FROM former_slugs f WHERE f.slug = NEW.slug) THEN
    RAISE EXCEPTION 'the slug was given up less than a year ago'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'products_slug_unique';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO former_slugs (slug, product_id) VALUES (OLD.slug, NEW.id)
      ON CONFLICT (slug) DO UPDATE SET product_id = excluded.product_id, given_up_at = now();
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER former_slug_new AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION former_slug();
--> statement-breakpoint
CREATE TRIGGER former_slug_changed AFTER UPDATE OF slug ON products FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION former_slug();
