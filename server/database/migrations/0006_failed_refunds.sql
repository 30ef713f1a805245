-- An order's state only moves PENDING -> PAID|FAILED, FAILED -> PAID, PAID -> REFUNDED; and back to PAID when a refund
-- that had succeeded fails at the bank after all, so that something is left of the order again.
CREATE OR REPLACE FUNCTION order_status_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status
    AND (OLD.status, NEW.status) NOT IN (('PENDING', 'PAID'), ('PENDING', 'FAILED'), ('FAILED', 'PAID'), ('PAID', 'REFUNDED'))
    AND NOT (OLD.status = 'REFUNDED' AND NEW.status = 'PAID' AND NEW.refunded_cents < NEW.total_cents)
  THEN
    RAISE EXCEPTION 'an order cannot move from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
