-- What is kept of a payment for an affiliate changes as the commission is paid: look at the payment again. Before the
-- commissions are written, so that shares are locked first, as a refund does.
CREATE FUNCTION share_paid_commissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET open = true FROM (
    SELECT s.order_payment_id FROM payment_shares s
     WHERE s.order_payment_id IN (
       SELECT line.order_payment_id FROM commissions c JOIN order_items line ON line.id = c.order_item_id
        WHERE c.payout_batch_id = NEW.id)
     ORDER BY s.order_payment_id FOR UPDATE) paid
   WHERE payment_shares.order_payment_id = paid.order_payment_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER share_paid_commissions BEFORE UPDATE OF paid_at ON payout_batches
  FOR EACH ROW EXECUTE FUNCTION share_paid_commissions();
