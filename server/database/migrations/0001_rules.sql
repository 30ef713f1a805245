ALTER TABLE users ADD CONSTRAINT users_avatar_fk FOREIGN KEY (avatar_image_id, id) REFERENCES images (id, owner_id);
--> statement-breakpoint
-- An order's state only moves PENDING -> PAID|FAILED, FAILED -> PAID, PAID -> REFUNDED.
CREATE FUNCTION order_status_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN
    (('PENDING', 'PAID'), ('PENDING', 'FAILED'), ('FAILED', 'PAID'), ('PAID', 'REFUNDED'))
  THEN
    RAISE EXCEPTION 'an order cannot move from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_status_moves BEFORE UPDATE OF status ON orders FOR EACH ROW EXECUTE FUNCTION order_status_moves();
--> statement-breakpoint
-- What a buyer was asked to pay for is never rewritten.
CREATE FUNCTION cart_versions_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a cart version never changes' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER cart_versions_are_final BEFORE UPDATE ON cart_versions FOR EACH ROW EXECUTE FUNCTION cart_versions_are_final();
--> statement-breakpoint
-- Cached storefronts of every process are dropped when something they show changes.
CREATE FUNCTION product_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = COALESCE(NEW.owner_id, OLD.owner_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_storefront_changed AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION product_storefront_changed();
--> statement-breakpoint
CREATE FUNCTION user_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', NEW.handle);
  IF TG_OP = 'UPDATE' THEN
    PERFORM pg_notify('storefront_changed', OLD.handle);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_storefront_changed AFTER INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION user_storefront_changed();
--> statement-breakpoint
-- The one row of what goes wrong on purpose in the sandbox: nothing, until somebody says so.
INSERT INTO sandbox.faults DEFAULT VALUES;
