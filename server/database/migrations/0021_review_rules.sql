CREATE INDEX "reviews_newest" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answer" CHECK (length("reviews"."answer") between 1 and 4000);--> statement-breakpoint
-- Cached storefronts of every process are dropped when a review of theirs appears, goes or changes its stars,
CREATE FUNCTION review_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM products p JOIN users u ON u.id = p.owner_id WHERE p.id = COALESCE(NEW.product_id, OLD.product_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER review_storefront_changed AFTER INSERT OR UPDATE OF rating OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION review_storefront_changed();
--> statement-breakpoint
-- and when one begins or ceases to count: its buyer bought again, or was refunded,
CREATE FUNCTION access_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM reviews r JOIN users u ON u.id = NEW.owner_id
    WHERE r.product_id = NEW.product_id AND r.customer_id = NEW.customer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER access_storefront_changed AFTER INSERT OR UPDATE OF revoked_at ON access FOR EACH ROW EXECUTE FUNCTION access_storefront_changed();
--> statement-breakpoint
-- or a dispute began or was won.
CREATE FUNCTION dispute_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM access a JOIN reviews r ON r.product_id = a.product_id AND r.customer_id = a.customer_id
     JOIN users u ON u.id = a.owner_id
    WHERE a.order_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dispute_storefront_changed AFTER UPDATE OF disputed ON orders FOR EACH ROW
  WHEN (OLD.disputed IS DISTINCT FROM NEW.disputed) EXECUTE FUNCTION dispute_storefront_changed();
