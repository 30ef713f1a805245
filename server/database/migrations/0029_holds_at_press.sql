ALTER TABLE "checkout_sessions" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "hold_renewed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "known_failure" text;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "stock_holds_network" ON "stock_holds" USING btree ("product_id","network") WHERE state = 'HELD';--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_network_forgotten" CHECK ("stock_holds"."state" = 'HELD' or "stock_holds"."network" is null);--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_network_forgotten" CHECK ("coupon_redemptions"."state" = 'HELD' or "coupon_redemptions"."network" is null);--> statement-breakpoint
-- What was held when a checkout opened ends when it would have.
UPDATE checkout_sessions s SET held_until = expires_at
 WHERE status = 'ACTIVE'
   AND (EXISTS (SELECT FROM stock_holds h WHERE h.checkout_session_id = s.session_id AND h.state = 'HELD')
     OR EXISTS (SELECT FROM coupon_redemptions r WHERE r.checkout_session_id = s.session_id AND r.state = 'HELD'));
--> statement-breakpoint
-- Keeps pieces of a product for a payment: HELD, also where it needs none; SOLD_OUT; or NETWORK_FULL where the buyer's
-- network holds five already. A function, so that what the lock made us wait for is seen by the statements after it.
CREATE FUNCTION hold_stock(session uuid, product uuid, pieces int, place text, held_until timestamptz, held_at timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  stock products%ROWTYPE;
BEGIN
  SELECT * INTO stock FROM products WHERE id = product AND track_inventory FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'HELD';
  END IF;

  UPDATE stock_holds SET expires_at = hold_stock.held_until
   WHERE checkout_session_id = session AND product_id = product AND state = 'HELD';
  IF FOUND THEN
    RETURN 'HELD';
  END IF;

  IF NOT stock.allow_backorder THEN
    IF stock.inventory_quantity < pieces THEN
      RETURN 'SOLD_OUT';
    END IF;
    IF 5 <= (SELECT count(*) FROM stock_holds WHERE product_id = product AND network = place AND state = 'HELD') THEN
      RETURN 'NETWORK_FULL';
    END IF;
  END IF;

  UPDATE products SET inventory_quantity = inventory_quantity - pieces WHERE id = product;
  INSERT INTO stock_holds (checkout_session_id, product_id, quantity, network, expires_at, created_at)
  VALUES (session, product, pieces, place, hold_stock.held_until, held_at);
  RETURN 'HELD';
END $$;
--> statement-breakpoint
DROP FUNCTION hold_coupon(uuid, uuid, text, timestamptz, timestamptz);
--> statement-breakpoint
-- Keeps one use of a coupon for a payment: HELD, NONE_LEFT, NETWORK_FULL where the buyer's network holds ten already, or
-- NOT_FIRST where another payment of this very browser and address has a coupon for first purchases. What other browsers
-- do under the address is not looked at: nobody has proved that it is theirs.
CREATE FUNCTION hold_coupon(coupon uuid, session uuid, address text, place text, held_until timestamptz, held_at timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  terms coupons%ROWTYPE;
  browser text;
BEGIN
  -- Stays until we are done, and keeps nobody else waiting but who deletes it.
  SELECT * INTO terms FROM coupons WHERE id = coupon FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN 'NONE_LEFT';
  END IF;

  IF terms.usage_limit IS NOT NULL THEN
    SELECT * INTO terms FROM coupons WHERE id = coupon FOR NO KEY UPDATE;
    IF terms.usage_count >= terms.usage_limit - (
      SELECT count(*) FROM coupon_redemptions
       WHERE coupon_id = coupon AND state = 'HELD' AND checkout_session_id <> session)
    THEN
      RETURN 'NONE_LEFT';
    END IF;
    IF 10 <= (
      SELECT count(*) FROM coupon_redemptions
       WHERE coupon_id = coupon AND network = place AND state = 'HELD' AND checkout_session_id <> session)
    THEN
      RETURN 'NETWORK_FULL';
    END IF;
  END IF;

  IF terms.first_time_customer_only THEN
    SELECT browser_hash INTO browser FROM checkout_sessions WHERE session_id = session;
    PERFORM pg_advisory_xact_lock(hashtextextended(coupon::text || browser, 0));
    IF EXISTS (
      SELECT FROM coupon_redemptions r JOIN checkout_sessions s ON s.session_id = r.checkout_session_id
       WHERE r.coupon_id = coupon AND r.email_normalized = address AND r.state <> 'RELEASED'
         AND r.checkout_session_id <> session AND s.browser_hash = browser)
    THEN
      RETURN 'NOT_FIRST';
    END IF;
  END IF;

  INSERT INTO coupon_redemptions (coupon_id, checkout_session_id, email_normalized, network, expires_at, created_at)
  VALUES (coupon, session, address, place, hold_coupon.held_until, held_at)
  ON CONFLICT (coupon_id, checkout_session_id) WHERE state <> 'RELEASED'
  DO UPDATE SET email_normalized = excluded.email_normalized, expires_at = excluded.expires_at
   WHERE coupon_redemptions.state = 'HELD';
  RETURN CASE WHEN FOUND THEN 'HELD' ELSE 'NONE_LEFT' END;
END $$;
