-- Keeps one use of a coupon for an open payment. What a lock made us wait for is seen by the statements after it, which
-- is why this is a function and no single statement: the one that waits would still count what was there before.
CREATE FUNCTION hold_coupon(coupon uuid, session uuid, address text, held_until timestamptz, held_at timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  terms coupons%ROWTYPE;
BEGIN
  -- Stays until we are done, and keeps nobody else waiting but who deletes it.
  SELECT * INTO terms FROM coupons WHERE id = coupon FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;

  IF terms.usage_limit IS NOT NULL THEN
    SELECT * INTO terms FROM coupons WHERE id = coupon FOR NO KEY UPDATE;
    IF terms.usage_count >= terms.usage_limit - (
      SELECT count(*) FROM coupon_redemptions
       WHERE coupon_id = coupon AND state = 'HELD' AND checkout_session_id <> session)
    THEN
      RETURN false;
    END IF;
  END IF;

  -- Only payments of the same buyer wait for each other here.
  IF terms.first_time_customer_only THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(coupon::text || address, 0));
    IF EXISTS (
      SELECT FROM coupon_redemptions
       WHERE coupon_id = coupon AND email_normalized = address AND state <> 'RELEASED' AND checkout_session_id <> session)
    THEN
      RETURN false;
    END IF;
  END IF;

  INSERT INTO coupon_redemptions (coupon_id, checkout_session_id, email_normalized, expires_at, created_at)
  VALUES (coupon, session, address, held_until, held_at)
  ON CONFLICT (coupon_id, checkout_session_id) WHERE state <> 'RELEASED'
  DO UPDATE SET email_normalized = excluded.email_normalized, expires_at = excluded.expires_at
   WHERE coupon_redemptions.state = 'HELD';
  RETURN FOUND;
END $$;
