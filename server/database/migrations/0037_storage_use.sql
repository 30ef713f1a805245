CREATE TABLE "storage_use" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"unpaid" boolean DEFAULT true NOT NULL,
	CONSTRAINT "storage_use_bytes" CHECK ("storage_use"."bytes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "size_bytes" bigint;--> statement-breakpoint
ALTER TABLE "storage_use" ADD CONSTRAINT "storage_use_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_size" CHECK ("images"."size_bytes" >= 0);
--> statement-breakpoint
-- What is removed adds no row: a creator who is being removed has none any more, and gets none again.
CREATE FUNCTION count_storage(owner uuid, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF change > 0 THEN
    INSERT INTO storage_use AS s (owner_id, bytes) VALUES (owner, change)
    ON CONFLICT (owner_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  ELSIF change < 0 THEN
    UPDATE storage_use SET bytes = bytes + change WHERE owner_id = owner;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION upload_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.state <> 'REJECTED' THEN change := NEW.size_bytes; END IF;
  IF TG_OP <> 'INSERT' AND OLD.state <> 'REJECTED' THEN change := change - OLD.size_bytes; END IF;
  PERFORM count_storage(coalesce(NEW.owner_id, OLD.owner_id), change);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER upload_counted AFTER INSERT OR DELETE OR UPDATE OF size_bytes, state ON uploads
  FOR EACH ROW EXECUTE FUNCTION upload_counted();
--> statement-breakpoint
CREATE FUNCTION image_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_storage(coalesce(NEW.owner_id, OLD.owner_id), coalesce(NEW.size_bytes, 0) - coalesce(OLD.size_bytes, 0));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_counted AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON images
  FOR EACH ROW EXECUTE FUNCTION image_counted();
--> statement-breakpoint
-- Pictures of before have no size here: a job asks the file store for it.
INSERT INTO storage_use (owner_id, bytes, unpaid)
SELECT u.id, stored.bytes, u.plan = 'STARTER' AND coalesce(sold.cents, 0) < 10000
  FROM users u
  JOIN (SELECT owner_id, sum(size_bytes) AS bytes FROM uploads WHERE state <> 'REJECTED' GROUP BY owner_id) stored ON stored.owner_id = u.id
  LEFT JOIN (SELECT owner_id, sum(total_cents - refunded_cents) AS cents FROM orders
              WHERE status = 'PAID' AND NOT disputed GROUP BY owner_id) sold ON sold.owner_id = u.id;
