-- However a payment comes to be, its creator's part is on the books in the same transaction, and is looked at again
-- whenever money goes back or a bank disputes it.
CREATE FUNCTION share_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'SUCCEEDED' THEN
    INSERT INTO payment_shares (order_payment_id, owner_id, created_at)
      SELECT NEW.id, owner_id, NEW.created_at FROM orders WHERE id = NEW.order_id
      ON CONFLICT (order_payment_id) DO UPDATE SET open = true;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER share_payment AFTER INSERT OR UPDATE OF status, amount_cents, refunded_cents ON order_payments
  FOR EACH ROW EXECUTE FUNCTION share_payment();
--> statement-breakpoint
CREATE FUNCTION share_disputed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET open = true WHERE order_payment_id = NEW.order_payment_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER share_disputed_payment AFTER INSERT OR UPDATE ON disputes
  FOR EACH ROW EXECUTE FUNCTION share_disputed_payment();
--> statement-breakpoint
INSERT INTO payment_shares (order_payment_id, owner_id, created_at)
  SELECT p.id, o.owner_id, p.created_at FROM order_payments p JOIN orders o ON o.id = p.order_id WHERE p.status = 'SUCCEEDED';
