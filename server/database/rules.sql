-- What the database does by itself: every function, trigger and view, as they are now. Tables and constraints are described in
-- schema/*.ts. A start applies this file, as one transaction, whenever it differs from what was applied last (apply-rules.ts).
--
-- To change a rule, change it here. What is removed here, or gets other parameters, columns or another result, stays in databases
-- that have it until a migration drops it.

-- ── The shop's time ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- What time it is for the shop: for the defaults of columns and for triggers. Statements are given the moment by the program.
-- In local mode the clock can be moved on (server/dev-clock); else the shop's time is the machine's, and no table is read
-- for it. Whoever applies the rules says which (`openstall.clock`).
DO $$ BEGIN
  IF current_setting('openstall.clock', true) = 'movable' THEN
    CREATE OR REPLACE FUNCTION shop_now() RETURNS timestamptz LANGUAGE sql STABLE AS
      'SELECT now() + make_interval(mins => (SELECT ahead_minutes FROM dev_clock))';
  ELSE
    CREATE OR REPLACE FUNCTION shop_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';
  END IF;
END $$;

-- ── Orders ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

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

CREATE OR REPLACE TRIGGER order_status_moves BEFORE UPDATE OF status ON orders FOR EACH ROW EXECUTE FUNCTION order_status_moves();

-- A sale is of the moment it was paid, however long before its order was begun. Before the row is written, so that whatever is
-- kept of orders afterwards reads the one moment.
CREATE OR REPLACE FUNCTION order_is_of_its_sale() returns trigger language plpgsql as $$
begin
  new.created_at := new.paid_at;
  return new;
end $$;

CREATE OR REPLACE TRIGGER order_is_of_its_sale before insert or update of paid_at, created_at on orders
  for each row when (new.created_at <> new.paid_at) execute function order_is_of_its_sale();

-- An order's number, for people: the creator's next one. Given as the transaction commits, when nothing else is left to do: the
-- lock that keeps two sales of a creator from taking one number is held for that moment alone.
CREATE OR REPLACE FUNCTION number_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('order numbers of ' || NEW.owner_id, 0));
  INSERT INTO order_numbers (order_id, owner_id, number)
  SELECT o.id, o.owner_id, coalesce((SELECT max(n.number) FROM order_numbers n WHERE n.owner_id = o.owner_id), 1000) + 1
    FROM orders o WHERE o.id = NEW.id
  ON CONFLICT (order_id) DO NOTHING;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS number_order ON orders;
CREATE CONSTRAINT TRIGGER number_order AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_order();

-- What a buyer asks back is settled otherwise once a refund of the line begins, or its payment is disputed. The refund that
-- grants a request finds it answered.
CREATE OR REPLACE FUNCTION refund_overtakes_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE refund_requests SET status = 'CLOSED', decided_at = NEW.created_at
   WHERE order_item_id = NEW.order_item_id AND status = 'REQUESTED';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_overtakes_request AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION refund_overtakes_request();

CREATE OR REPLACE FUNCTION dispute_overtakes_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE refund_requests r SET status = 'CLOSED', decided_at = NEW.updated_at
    FROM order_items i
   WHERE i.order_payment_id = NEW.order_payment_id AND r.order_item_id = i.id AND r.status = 'REQUESTED';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER dispute_overtakes_request AFTER INSERT OR UPDATE OF status, is_inquiry ON disputes FOR EACH ROW
  WHEN (NEW.status = 'OPEN' AND NOT NEW.is_inquiry) EXECUTE FUNCTION dispute_overtakes_request();

-- What a buyer was asked to pay for is never rewritten, but for the address of one who had their data removed.
CREATE OR REPLACE FUNCTION cart_versions_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email LIKE '%@erased.invalid' AND to_jsonb(NEW) - 'email' = to_jsonb(OLD) - 'email' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a cart version never changes' USING ERRCODE = 'check_violation';
END $$;

CREATE OR REPLACE TRIGGER cart_versions_are_final BEFORE UPDATE ON cart_versions FOR EACH ROW EXECUTE FUNCTION cart_versions_are_final();

-- ── Shipping ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What is shipped and on sale ships somewhere. The rate that was found stays until this transaction has ended.
CREATE OR REPLACE FUNCTION product_ships_somewhere() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM shipping_rates r WHERE r.owner_id = NEW.owner_id LIMIT 1 FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing says where the product is shipped to'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'products_ship_somewhere';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_ships_somewhere AFTER INSERT OR UPDATE OF state, requires_shipping ON products FOR EACH ROW
  WHEN (NEW.state = 'PUBLISHED' AND NEW.requires_shipping) EXECUTE FUNCTION product_ships_somewhere();

-- ── Stock and coupons, held while a payment is made ─────────────────────────────────────────────────────────────────────

-- Keeps pieces of a product for a payment: HELD, also where it needs none; SOLD_OUT; or NETWORK_FULL where the buyer's
-- network holds five already. A function, so that what the lock made us wait for is seen by the statements after it.
CREATE OR REPLACE FUNCTION hold_stock(session uuid, product uuid, pieces int, place text, held_until timestamptz, held_at timestamptz)
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

-- Keeps one use of a coupon for a payment: HELD, NONE_LEFT, NETWORK_FULL where the buyer's network holds ten already, or
-- NOT_FIRST where another payment of this very browser and address has a coupon for first purchases. What other browsers
-- do under the address is not looked at: nobody has proved that it is theirs.
CREATE OR REPLACE FUNCTION hold_coupon(coupon uuid, session uuid, address text, place text, held_until timestamptz, held_at timestamptz)
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

-- ── What of a payment is its creator's ──────────────────────────────────────────────────────────────────────────────────

-- What counts for a payment's part opens it again, in the same transaction: whoever looks waits for its end.
CREATE OR REPLACE FUNCTION share_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'SUCCEEDED' THEN
    INSERT INTO payment_shares (order_payment_id, owner_id, currency, created_at)
      SELECT NEW.id, owner_id, currency, NEW.created_at FROM orders WHERE id = NEW.order_id
      ON CONFLICT (order_payment_id) DO UPDATE SET owed_cents = null, reached_cents = null, waits_until = '-infinity';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER share_payment AFTER INSERT OR UPDATE OF status, amount_cents, refunded_cents ON order_payments
  FOR EACH ROW EXECUTE FUNCTION share_payment();

CREATE OR REPLACE FUNCTION share_disputed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET owed_cents = null, reached_cents = null, waits_until = '-infinity'
   WHERE order_payment_id = NEW.order_payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER share_disputed_payment AFTER INSERT OR UPDATE ON disputes
  FOR EACH ROW EXECUTE FUNCTION share_disputed_payment();

CREATE OR REPLACE FUNCTION share_transferred_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET owed_cents = null, reached_cents = null, waits_until = '-infinity'
   WHERE order_payment_id = NEW.order_payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER share_transferred_payment AFTER UPDATE OF status ON creator_transfers
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION share_transferred_payment();

CREATE OR REPLACE FUNCTION share_paid_commissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET owed_cents = null, reached_cents = null, waits_until = '-infinity' FROM (
    SELECT s.order_payment_id FROM payment_shares s
     WHERE s.order_payment_id IN (
       SELECT line.order_payment_id FROM commissions c JOIN order_items line ON line.id = c.order_item_id
        WHERE c.payout_batch_id = NEW.id)
     ORDER BY s.order_payment_id FOR UPDATE) paid
   WHERE payment_shares.order_payment_id = paid.order_payment_id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER share_paid_commissions BEFORE UPDATE OF paid_at ON payout_batches
  FOR EACH ROW EXECUTE FUNCTION share_paid_commissions();

-- ── Figures kept for the desk ───────────────────────────────────────────────────────────────────────────────────────────

-- What the desk keeps of each buyer. Counted anew from their orders where a name, an address or an order goes, which
-- is rare. A sale or a refund only adds to it.
CREATE OR REPLACE FUNCTION count_creator_customer(owner uuid, customer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever adds to the same row meanwhile is waited for, and seen by what follows.
  PERFORM FROM creator_customers WHERE owner_id = owner AND customer_id = customer FOR UPDATE;
  INSERT INTO creator_customers AS k (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at, first_paid_at)
  SELECT o.owner_id, c.id, count(*), sum(CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.total_cents - o.refunded_cents ELSE 0 END),
         n.name, lower(coalesce(nullif(n.name, ''), c.email)),
         left(lower(c.email || ' ' || coalesce(string_agg(DISTINCT nullif(o.customer_name, ''), ' '), '')), 2000),
         min(o.created_at), max(o.created_at), min(o.created_at) FILTER (WHERE o.status IN ('PAID', 'REFUNDED'))
    FROM orders o JOIN customers c ON c.id = o.customer_id
    CROSS JOIN LATERAL (SELECT coalesce((SELECT customer_name FROM orders WHERE owner_id = owner AND customer_id = customer AND customer_name <> ''
                                          ORDER BY created_at DESC, id DESC LIMIT 1), '') AS name) n
   WHERE o.owner_id = owner AND o.customer_id = customer
   GROUP BY o.owner_id, c.id, c.email, n.name
  ON CONFLICT (owner_id, customer_id) DO UPDATE
     SET order_count = excluded.order_count, spent_cents = excluded.spent_cents, name = excluded.name, sort_name = excluded.sort_name,
         words = excluded.words, first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at,
         first_paid_at = excluded.first_paid_at;
  IF NOT FOUND THEN
    DELETE FROM creator_customers WHERE owner_id = owner AND customer_id = customer;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creator_customers AS k (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at, first_paid_at)
  SELECT owner_id, customer_id, number, cents, name, lower(coalesce(nullif(name, ''), email)), left(lower(email || ' ' || names), 2000), first, last, first_paid
    FROM (SELECT n.owner_id, n.customer_id, c.email, count(*) AS number,
                 sum(CASE WHEN n.status IN ('PAID', 'REFUNDED') THEN n.total_cents - n.refunded_cents ELSE 0 END) AS cents,
                 coalesce((array_agg(n.customer_name ORDER BY n.created_at DESC, n.id DESC) FILTER (WHERE n.customer_name <> ''))[1], '') AS name,
                 coalesce(string_agg(DISTINCT nullif(n.customer_name, ''), ' '), '') AS names,
                 min(n.created_at) AS first, max(n.created_at) AS last,
                 min(n.created_at) FILTER (WHERE n.status IN ('PAID', 'REFUNDED')) AS first_paid
            FROM added n JOIN customers c ON c.id = n.customer_id
           GROUP BY n.owner_id, n.customer_id, c.email) AS buyers
   ORDER BY owner_id, customer_id
  ON CONFLICT (owner_id, customer_id) DO UPDATE
     SET order_count = k.order_count + excluded.order_count,
         spent_cents = k.spent_cents + excluded.spent_cents,
         name = CASE WHEN excluded.name <> '' AND (k.name = '' OR excluded.last_order_at >= k.last_order_at) THEN excluded.name ELSE k.name END,
         sort_name = CASE WHEN excluded.name <> '' AND (k.name = '' OR excluded.last_order_at >= k.last_order_at) THEN excluded.sort_name ELSE k.sort_name END,
         words = CASE WHEN position(lower(excluded.name) IN k.words) > 0 THEN k.words ELSE left(k.words || ' ' || lower(excluded.name), 2000) END,
         first_order_at = least(k.first_order_at, excluded.first_order_at),
         last_order_at = greatest(k.last_order_at, excluded.last_order_at),
         first_paid_at = least(k.first_paid_at, excluded.first_paid_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_added AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION orders_added();

-- A change of money adds to its buyer's row. Where a name, a buyer or an order's moment changes, or an attempt is paid after
-- all, the row is counted anew: a buyer's first and newest order, and their name, go by it.
CREATE OR REPLACE FUNCTION orders_changed() returns trigger language plpgsql as $$
begin
  update creator_customers k set spent_cents = k.spent_cents + changed.cents
    from (select n.owner_id, n.customer_id,
                 sum(case when n.status in ('PAID', 'REFUNDED') then n.total_cents - n.refunded_cents else 0 end
                   - case when b.status in ('PAID', 'REFUNDED') then b.total_cents - b.refunded_cents else 0 end) as cents
            from now_so n join before b on b.id = n.id
           where n.customer_id = b.customer_id and n.customer_name = b.customer_name and n.created_at = b.created_at
             and (n.status in ('PAID', 'REFUNDED')) = (b.status in ('PAID', 'REFUNDED'))
           group by n.owner_id, n.customer_id) as changed
   where k.owner_id = changed.owner_id and k.customer_id = changed.customer_id and changed.cents <> 0;
  perform count_creator_customer(owner_id, customer_id)
     from (select n.owner_id, unnest(array[n.customer_id, b.customer_id]) as customer_id
             from now_so n join before b on b.id = n.id
            where n.customer_id <> b.customer_id or n.customer_name <> b.customer_name or n.created_at <> b.created_at
               or (n.status in ('PAID', 'REFUNDED')) <> (b.status in ('PAID', 'REFUNDED'))
           group by 1, 2 order by 1, 2) as buyers;
  return null;
end $$;

CREATE OR REPLACE TRIGGER orders_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS now_so FOR EACH STATEMENT EXECUTE FUNCTION orders_changed();

CREATE OR REPLACE FUNCTION orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_creator_customer(owner_id, customer_id)
     FROM (SELECT owner_id, customer_id FROM removed GROUP BY 1, 2 ORDER BY 1, 2) AS buyers;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_removed AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION orders_removed();

CREATE OR REPLACE FUNCTION customer_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_creator_customer(owner_id, customer_id)
     FROM (SELECT owner_id, customer_id FROM creator_customers WHERE customer_id = NEW.id ORDER BY 1) AS buyers;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER customer_address_changed AFTER UPDATE OF email ON customers FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION customer_address_changed();

-- Adds to a row of a subject's tally that no other transaction is changing, or else to a new one: nobody waits here, whose
-- sale would wait for the end of another. There are as many rows as there ever were changes at once.
CREATE OR REPLACE FUNCTION add_to_tally(subject uuid, change bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free smallint;
BEGIN
  SELECT part INTO free FROM tallies WHERE subject_id = subject ORDER BY part LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE tallies SET count = count + change WHERE subject_id = subject AND part = free;
  ELSE
    INSERT INTO tallies AS t (subject_id, part, count) VALUES (subject, floor(random() * 32768)::smallint, change)
    ON CONFLICT (subject_id, part) DO UPDATE SET count = t.count + excluded.count;
  END IF;
END $$;

-- A product's orders: every line of a paid order opens its product once, so what opens is what was sold.
CREATE OR REPLACE FUNCTION access_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_tally(product_id, orders)
     FROM (SELECT product_id, count(DISTINCT order_id) AS orders FROM added
            WHERE NOT EXISTS (SELECT FROM access a WHERE a.order_id = added.order_id AND a.product_id = added.product_id
                                 AND NOT EXISTS (SELECT FROM added twin WHERE twin.id = a.id))
            GROUP BY product_id) AS sold;
  -- The lock is what the sale has on its products already: their type stays as it is read here.
  INSERT INTO course_students AS s (owner_id, customer_id, since)
  SELECT owner_id, customer_id, min(granted_at)
    FROM (SELECT n.owner_id, n.customer_id, n.granted_at FROM added n JOIN products p ON p.id = n.product_id
           WHERE p.type = 'COURSE' AND n.revoked_at IS NULL FOR KEY SHARE OF p) AS courses
   GROUP BY owner_id, customer_id ORDER BY owner_id, customer_id
  ON CONFLICT (owner_id, customer_id) DO UPDATE SET since = excluded.since WHERE excluded.since < s.since;
  INSERT INTO course_learners (order_id, product_id, owner_id, granted_at)
  SELECT n.order_id, n.product_id, n.owner_id, min(n.granted_at) FILTER (WHERE n.revoked_at IS NULL)
    FROM added n JOIN products p ON p.id = n.product_id WHERE p.type = 'COURSE' GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (order_id, product_id) DO UPDATE SET granted_at = least(course_learners.granted_at, excluded.granted_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER access_added AFTER INSERT ON access REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION access_added();

CREATE OR REPLACE FUNCTION access_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_tally(product_id, -orders)
     FROM (SELECT product_id, count(DISTINCT order_id) AS orders FROM removed
            WHERE NOT EXISTS (SELECT FROM access a WHERE a.order_id = removed.order_id AND a.product_id = removed.product_id)
            GROUP BY product_id) AS sold;
  PERFORM count_course_student(owner_id, customer_id)
     FROM (SELECT owner_id, customer_id FROM removed GROUP BY 1, 2 ORDER BY 1, 2) AS buyers;
  PERFORM count_course_learners(array_agg(DISTINCT order_id), NULL) FROM removed;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER access_removed AFTER DELETE ON access REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION access_removed();

-- How far purchases of a course (of any, where it is null) have come, counted anew: all of them at once, each by its own few
-- rows, however many have it.
CREATE OR REPLACE FUNCTION count_course_learners(purchases uuid[], course uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever completes another lesson meanwhile is waited for, and seen by what follows.
  PERFORM FROM course_learners WHERE order_id = ANY (purchases) AND (course IS NULL OR product_id = course)
    ORDER BY order_id, product_id FOR UPDATE;
  UPDATE course_learners k SET granted_at = counted.at, lessons_begun = counted.begun, lessons_done = counted.done, last_done_at = counted.last
    FROM (SELECT own.order_id, own.product_id, opened.at, work.begun, work.done, work.last FROM course_learners own
           CROSS JOIN LATERAL (
             SELECT min(a.granted_at) AS at FROM access a
              WHERE a.order_id = own.order_id AND a.product_id = own.product_id AND a.revoked_at IS NULL) AS opened
           CROSS JOIN LATERAL (
             SELECT count(*) AS begun, count(g.completed_at) AS done, max(g.completed_at) AS last
               FROM progress g JOIN lessons l ON l.id = g.lesson_id JOIN course_modules m ON m.id = l.module_id
              WHERE g.order_id = own.order_id AND m.product_id = own.product_id) AS work
           WHERE own.order_id = ANY (purchases) AND (course IS NULL OR own.product_id = course)) AS counted
   WHERE k.order_id = counted.order_id AND k.product_id = counted.product_id;
END $$;

CREATE OR REPLACE FUNCTION lesson_worked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_course_learners(ARRAY[NEW.order_id], m.product_id)
     FROM lessons l JOIN course_modules m ON m.id = l.module_id WHERE l.id = NEW.lesson_id;
  RETURN NULL;
END $$;

-- However many are begun at once, as by an import, they are counted once.
CREATE OR REPLACE FUNCTION lessons_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_course_learners(array_agg(DISTINCT b.order_id), m.product_id)
     FROM begun b JOIN lessons l ON l.id = b.lesson_id JOIN course_modules m ON m.id = l.module_id
    GROUP BY m.product_id ORDER BY m.product_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lesson_begun AFTER INSERT ON progress REFERENCING NEW TABLE AS begun
  FOR EACH STATEMENT EXECUTE FUNCTION lessons_begun();
CREATE OR REPLACE TRIGGER lesson_completed AFTER UPDATE ON progress FOR EACH ROW
  WHEN (OLD.completed_at IS DISTINCT FROM NEW.completed_at) EXECUTE FUNCTION lesson_worked();

CREATE OR REPLACE FUNCTION lesson_work_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What goes with its lesson is counted below, once for all lessons that go.
  PERFORM count_course_learners(array_agg(DISTINCT g.order_id), NULL) FROM removed g JOIN lessons l ON l.id = g.lesson_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lesson_work_removed AFTER DELETE ON progress REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION lesson_work_removed();

-- Lessons that are deleted, alone or with their module, take all work on them along: whoever had begun one is counted anew.
CREATE OR REPLACE FUNCTION count_course(course uuid) RETURNS void LANGUAGE sql AS $$
  SELECT count_course_learners(array_agg(k.order_id), course)
    FROM course_learners k
    LEFT JOIN (
      SELECT g.order_id, count(*) AS begun FROM course_modules m JOIN lessons l ON l.module_id = m.id JOIN progress g ON g.lesson_id = l.id
       WHERE m.product_id = course GROUP BY 1) AS work USING (order_id)
   WHERE k.product_id = course AND k.lessons_begun <> coalesce(work.begun, 0)
$$;

CREATE OR REPLACE FUNCTION lessons_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_course(product_id) FROM (SELECT DISTINCT m.product_id FROM removed r JOIN course_modules m ON m.id = r.module_id ORDER BY 1) AS courses;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lessons_removed AFTER DELETE ON lessons REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION lessons_removed();

CREATE OR REPLACE FUNCTION modules_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_course(product_id) FROM (SELECT DISTINCT product_id FROM removed ORDER BY 1) AS courses;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER modules_removed AFTER DELETE ON course_modules REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION modules_removed();

-- Since when somebody is a student, counted anew where a course was taken back from them, or given back.
CREATE OR REPLACE FUNCTION count_course_student(owner uuid, customer uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first timestamptz;
BEGIN
  -- Whoever sells to them meanwhile is waited for, and seen by what follows.
  PERFORM FROM course_students WHERE owner_id = owner AND customer_id = customer FOR UPDATE;
  SELECT min(a.granted_at) INTO first FROM access a JOIN products p ON p.id = a.product_id AND p.owner_id = owner
   WHERE a.customer_id = customer AND a.owner_id = owner AND a.revoked_at IS NULL AND p.type = 'COURSE';
  IF first IS NULL THEN
    DELETE FROM course_students WHERE owner_id = owner AND customer_id = customer;
  ELSE
    INSERT INTO course_students AS s (owner_id, customer_id, since) VALUES (owner, customer, first)
    ON CONFLICT (owner_id, customer_id) DO UPDATE SET since = excluded.since WHERE s.since <> excluded.since;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION access_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its type stays as it is until we are done.
  PERFORM FROM products WHERE id = NEW.product_id FOR KEY SHARE;
  PERFORM count_course_student(NEW.owner_id, NEW.customer_id);
  IF NEW.customer_id <> OLD.customer_id THEN
    PERFORM count_course_student(NEW.owner_id, OLD.customer_id);
  END IF;
  PERFORM count_course_learners(ARRAY[NEW.order_id], NEW.product_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER access_closed AFTER UPDATE OF revoked_at, granted_at, customer_id ON access FOR EACH ROW
  WHEN ((OLD.revoked_at IS NULL) <> (NEW.revoked_at IS NULL) OR OLD.granted_at <> NEW.granted_at OR OLD.customer_id <> NEW.customer_id)
  EXECUTE FUNCTION access_closed();

-- What is taken back gives its time back, before it has begun.
CREATE OR REPLACE FUNCTION booking_freed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings
     SET state = 'CANCELLED', cancelled_by = 'REFUND', network = NULL, revision = revision + 1, updated_at = shop_now()
   WHERE order_item_id = NEW.order_item_id AND state = 'BOOKED' AND starts_at > shop_now();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_freed AFTER UPDATE OF revoked_at ON access FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION booking_freed();

-- Who was forgotten comes to nothing any more.
CREATE OR REPLACE FUNCTION bookings_of_forgotten_freed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings b
     SET state = 'CANCELLED', cancelled_by = 'BUYER', network = NULL, revision = b.revision + 1, updated_at = shop_now()
    FROM order_items i JOIN orders o ON o.id = i.order_id
   WHERE o.customer_id = NEW.id AND b.order_item_id = i.id AND b.state = 'BOOKED' AND b.starts_at > shop_now();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bookings_of_forgotten_freed AFTER UPDATE OF erased_at ON customers FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION bookings_of_forgotten_freed();

-- What was sold becomes a course, or is one no longer: all students of its creator are counted anew.
CREATE OR REPLACE FUNCTION course_type_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for the sales of it that are under way, and is waited for by those that follow.
  PERFORM FROM products WHERE id = NEW.id FOR UPDATE;
  DELETE FROM course_students WHERE owner_id = NEW.owner_id;
  INSERT INTO course_students AS s (owner_id, customer_id, since)
  SELECT a.owner_id, a.customer_id, min(a.granted_at)
    FROM products p JOIN access a ON a.owner_id = p.owner_id AND a.product_id = p.id AND a.revoked_at IS NULL
   WHERE p.owner_id = NEW.owner_id AND p.type = 'COURSE'
   GROUP BY a.owner_id, a.customer_id ORDER BY a.customer_id
  ON CONFLICT (owner_id, customer_id) DO UPDATE SET since = excluded.since WHERE excluded.since < s.since;
  DELETE FROM course_learners WHERE product_id = NEW.id;
  INSERT INTO course_learners (order_id, product_id, owner_id)
  SELECT DISTINCT a.order_id, a.product_id, a.owner_id FROM access a WHERE a.product_id = NEW.id AND NEW.type = 'COURSE';
  PERFORM count_course_learners(array_agg(order_id), NEW.id) FROM course_learners WHERE product_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER course_type_changed AFTER UPDATE OF type ON products FOR EACH ROW
  WHEN (OLD.type <> NEW.type AND 'COURSE' IN (OLD.type, NEW.type)) EXECUTE FUNCTION course_type_changed();

CREATE OR REPLACE FUNCTION bumps_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_tally(bump, times)
     FROM (SELECT bump, sum(by) AS times FROM (
             SELECT unnest(NEW.order_bumps_offered) AS bump, 1 AS by
             UNION ALL SELECT unnest(OLD.order_bumps_offered), -1 WHERE TG_OP = 'UPDATE') AS changed
            GROUP BY bump HAVING sum(by) <> 0) AS counted;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bumps_offered AFTER INSERT ON checkout_sessions FOR EACH ROW
  WHEN (NEW.order_bumps_offered <> '{}') EXECUTE FUNCTION bumps_offered();

CREATE OR REPLACE TRIGGER other_bumps_offered AFTER UPDATE OF order_bumps_offered ON checkout_sessions FOR EACH ROW
  WHEN (OLD.order_bumps_offered IS DISTINCT FROM NEW.order_bumps_offered) EXECUTE FUNCTION bumps_offered();

-- ── Who owns what ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- How long a membership stays open after a renewal failed.
CREATE OR REPLACE FUNCTION grace_until(past_due_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT past_due_at + interval '7 days'
$$;

-- Whether a membership is open: while it is active, in grace after a renewal failed, and once it is cancelled or rests
-- until the end of what was paid for.
CREATE OR REPLACE FUNCTION membership_is_open(status text, past_due_at timestamptz, paid_until timestamptz, at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN status IN ('active', 'trialing') THEN true
    WHEN status = 'past_due' THEN grace_until(past_due_at) > at
    WHEN status IN ('canceled', 'paused') THEN paid_until > at
    ELSE false END
$$;

-- Access whose purchase stands: paid and undisputed, neither revoked nor of somebody who was forgotten, whether or not its
-- membership has ended. The few that do not stand are asked for, in indexes of nothing else: of thousands of reviews, no order
-- and no buyer has to be read.
CREATE OR REPLACE VIEW standing_access AS
  SELECT a.id, a.customer_id, a.owner_id, a.product_id, a.order_id, a.order_item_id, a.subscription_id, a.granted_at
    FROM access a
   WHERE a.revoked_at IS NULL
     AND NOT EXISTS (SELECT FROM orders o WHERE o.id = a.order_id AND (o.disputed OR o.status NOT IN ('PAID', 'REFUNDED')))
     AND NOT EXISTS (SELECT FROM customers c WHERE c.id = a.customer_id AND c.erased_at IS NOT NULL);

-- Who owns what at a moment: access that stands and, where a membership gave it, whose membership is open. Each bill gives
-- access anew, and the newest one decides: what a bank disputes or takes back of it is not made up for by bills before it.
-- Any of its bills proves whose it is: who holds the receipt of the first one is a member as long as the newest stands.
-- It is inlined into the statement that asks: keep it one SELECT, STABLE and not STRICT.
CREATE OR REPLACE FUNCTION open_access(at timestamptz)
RETURNS TABLE (customer_id uuid, owner_id uuid, product_id uuid, order_id uuid, order_item_id uuid, granted_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT a.customer_id, a.owner_id, a.product_id, a.order_id, a.order_item_id, a.granted_at
    FROM standing_access a
   WHERE a.subscription_id IS NULL OR (
     EXISTS (
       SELECT FROM subscriptions s
        WHERE s.id = a.subscription_id AND membership_is_open(s.status, s.past_due_at, s.current_period_end, at))
     AND (
       SELECT newest.revoked_at IS NULL AND NOT o.disputed AND o.status IN ('PAID', 'REFUNDED')
         FROM access newest JOIN orders o ON o.id = newest.order_id
        WHERE newest.customer_id = a.customer_id AND newest.product_id = a.product_id
          AND newest.subscription_id = a.subscription_id
        ORDER BY newest.granted_at DESC, newest.id DESC LIMIT 1))
$$;

-- ── Plans ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Which plan each account pays for at a moment: that of its membership, as long as this is open by the rule above. What is
-- disputed, refunded or owed for too long opens nothing, and nothing has to be taken back anywhere. It is inlined, too, and
-- looks at what that membership's buyer has, never at all that anybody bought.
DROP FUNCTION IF EXISTS open_plans(timestamptz);
CREATE OR REPLACE FUNCTION open_plans(at timestamptz) RETURNS TABLE (account uuid, plan text)
LANGUAGE sql STABLE AS $$
  SELECT s.plan_for, p.plan
    FROM subscriptions s JOIN products p ON p.id = s.product_id
   WHERE s.plan_for IS NOT NULL AND EXISTS (
     SELECT FROM open_access(at) a JOIN orders o ON o.id = a.order_id
      WHERE a.customer_id = s.customer_id AND a.product_id = s.product_id AND o.subscription_id = s.id)
$$;

-- The plans are the platform's, and the platform sells nothing else.
CREATE OR REPLACE FUNCTION plan_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.plan IS NOT NULL) <> (SELECT u.is_platform FROM users u WHERE u.id = NEW.owner_id) THEN
    RAISE EXCEPTION 'product % is a plan of nobody, or no plan of the platform', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER plan_product BEFORE INSERT OR UPDATE OF plan, owner_id ON products FOR EACH ROW EXECUTE FUNCTION plan_product();

-- Nobody has a session of the platform's account, by whatever way.
CREATE OR REPLACE FUNCTION platform_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT u.is_platform FROM users u WHERE u.id = NEW.user_id) THEN
    RAISE EXCEPTION 'nobody signs in as the platform' USING ERRCODE = 'check_violation', CONSTRAINT = 'sessions_platform';
  END IF;
  -- Nor of one that is being erased: whoever begins that holds the row.
  PERFORM FROM users u WHERE u.id = NEW.user_id FOR KEY SHARE;
  IF is_erasing(NEW.user_id) THEN
    RAISE EXCEPTION 'the account is being erased' USING ERRCODE = 'check_violation', CONSTRAINT = 'sessions_erasing';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER platform_session BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION platform_session();

-- A plan is paid for in the name of an account, which the checkout named when it began, and nothing else is.
CREATE OR REPLACE FUNCTION plan_checkout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.plan_for IS NOT NULL) <> (SELECT p.plan IS NOT NULL FROM products p WHERE p.id = NEW.product_id) THEN
    RAISE EXCEPTION 'checkout % names no account for a plan, or one for something else', NEW.session_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER plan_checkout BEFORE INSERT ON checkout_sessions FOR EACH ROW
  EXECUTE FUNCTION plan_checkout();

CREATE OR REPLACE FUNCTION plan_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.plan_for := (SELECT c.plan_for FROM checkout_sessions c WHERE c.session_id = NEW.checkout_session_id);
  IF NEW.plan_for IS NULL THEN
    RAISE EXCEPTION 'membership % is a plan of no account', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION is_plan(product uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM products p WHERE p.id = product AND p.plan IS NOT NULL)
$$;
CREATE OR REPLACE TRIGGER plan_membership BEFORE INSERT ON subscriptions FOR EACH ROW
  WHEN (is_plan(NEW.product_id)) EXECUTE FUNCTION plan_membership();

-- A storefront shows what its creator's plan gives: cached ones are dropped when that changes.
CREATE OR REPLACE FUNCTION plan_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = NEW.plan_for;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER plan_storefront_changed AFTER INSERT OR UPDATE ON subscriptions FOR EACH ROW
  WHEN (NEW.plan_for IS NOT NULL) EXECUTE FUNCTION plan_storefront_changed();

-- ── What members are charged ────────────────────────────────────────────────────────────────────────────────────────────

-- When so many periods have gone by after the first renewal of a membership: plain arithmetic, for a hundred thousand members.
CREATE OR REPLACE FUNCTION renewal_after(s subscriptions, n int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (greatest(s.current_period_end, CASE WHEN s.status = 'paused' THEN s.paused_until END) AT TIME ZONE 'UTC'
          + (n + CASE WHEN s.status IN ('trialing', 'paused') THEN 1 ELSE 0 END)
            * CASE s.billing_interval WHEN 'YEAR' THEN interval '12 months' ELSE interval '1 month' END) AT TIME ZONE 'UTC'
$$;

-- The first payment of a membership at or after a moment that is a renewal: at the end of its free trial and of its rest it
-- is charged what it was. Months are UTC's, as the providers count them; where an anchor is the 31st the payment may be days
-- later, never earlier. What is set at the provider already comes with the next payment.
CREATE OR REPLACE FUNCTION first_renewal(s subscriptions, earliest timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN s.next_billing_interval = s.billing_interval THEN greatest(s.current_period_end, s.paused_until)
              WHEN renewal_after(s, 0) >= earliest THEN renewal_after(s, 0)
              WHEN renewal_after(s, 1) >= earliest THEN renewal_after(s, 1)
              WHEN renewal_after(s, 2) >= earliest THEN renewal_after(s, 2)
              WHEN renewal_after(s, 3) >= earliest THEN renewal_after(s, 3) END
$$;

-- Nobody is charged more by the same interval than they agreed to, or were told of 30 days before: `member_prices` is what
-- they were told, and holds those 30 days. Whoever moves to another interval has agreed to its price.
CREATE OR REPLACE FUNCTION rise_was_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM member_prices m JOIN price_changes c ON c.id = m.price_change_id
     WHERE m.subscription_id = NEW.id AND m.state = 'TOLD' AND m.price_cents = NEW.next_price_cents
       AND m.starts_at <= NEW.current_period_end AND c.billing_interval = NEW.billing_interval AND c.withdrawn_at IS NULL) THEN
    RAISE EXCEPTION 'membership % was not told of % cents', NEW.id, NEW.next_price_cents USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER rise_was_told BEFORE UPDATE OF next_price_cents, next_billing_interval ON subscriptions FOR EACH ROW
  WHEN (NEW.next_billing_interval = NEW.billing_interval AND NEW.next_price_cents > NEW.price_cents
        AND (OLD.next_billing_interval IS DISTINCT FROM NEW.next_billing_interval OR OLD.next_price_cents IS DISTINCT FROM NEW.next_price_cents))
  EXECUTE FUNCTION rise_was_told();

-- ── How memberships come to be what they are ────────────────────────────────────────────────────────────────────────────

-- Writes down what a change of a membership adds to its creator's members, trials and recurring revenue, or takes off them, from
-- the moment on at which access begins, changes or ends. Where it ends by itself later on (grace, paid time) that is written at once;
-- the next change takes back what has not come yet. A trial's member is one from the first payment on.
CREATE OR REPLACE FUNCTION membership_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := greatest(NEW.created_at, NEW.updated_at);
  had record;
  pays boolean := NEW.trial_days IS NULL OR EXISTS (
    SELECT FROM subscription_invoices b WHERE b.subscription_id = NEW.id AND b.status = 'PAID' AND b.amount_cents > 0);
  -- Once its days are over a provider may say for hours that it is active, before the first bill is paid or fails.
  in_trial boolean := NOT pays AND NEW.status IN ('trialing', 'active', 'paused', 'canceled');
  annual int := 0;
  closes timestamptz;
  joined timestamptz;
  came_back boolean;
  ends_as text := CASE WHEN NEW.status = 'paused' THEN 'PAUSE' ELSE 'CHURN' END;
BEGIN
  DELETE FROM membership_movements WHERE subscription_id = NEW.id AND at > moment;
  SELECT coalesce(sum(annual_cents), 0)::int AS annual, coalesce(sum(members), 0)::int AS members,
         coalesce(sum(trials), 0)::int AS trials, max(at) AS at
    INTO had FROM membership_movements WHERE subscription_id = NEW.id;
  moment := greatest(moment, had.at);
  closes := CASE
    WHEN NEW.status IN ('active', 'trialing') THEN 'infinity'
    WHEN NEW.status = 'past_due' THEN grace_until(NEW.past_due_at)
    -- What was given back for good ends before what was paid for.
    WHEN NEW.status IN ('canceled', 'paused') AND NOT coalesce((
      SELECT a.revoked_at IS NOT NULL FROM access a
       WHERE a.customer_id = NEW.customer_id AND a.product_id = NEW.product_id AND a.subscription_id = NEW.id
       ORDER BY a.granted_at DESC, a.id DESC LIMIT 1), false) THEN NEW.current_period_end
    END;
  IF closes > moment AND (pays OR in_trial) THEN
    annual := CASE WHEN pays THEN NEW.price_cents * CASE NEW.billing_interval WHEN 'YEAR' THEN 1 ELSE 12 END ELSE 0 END;
  ELSE
    -- It may have ended while nobody had told us.
    moment := greatest(had.at, least(moment, greatest(closes, coalesce(NEW.ended_at, moment))));
    closes := NULL;
  END IF;
  SELECT min(m.joined_at), coalesce(bool_or(m.kind IN ('CHURN', 'PAUSE')), false) INTO joined, came_back
    FROM membership_movements m WHERE m.product_id = NEW.product_id AND m.customer_id = NEW.customer_id AND m.at <= moment;
  INSERT INTO membership_movements (subscription_id, owner_id, product_id, customer_id, at, kind, annual_cents, members, trials, joined_at)
  SELECT NEW.id, NEW.owner_id, NEW.product_id, NEW.customer_id, change.at, change.kind, change.annual, change.members, change.trials,
         CASE WHEN change.kind NOT IN ('TRIAL', 'TRIAL_END') THEN coalesce(joined, moment) END
    FROM (
      SELECT moment AS at, annual - had.annual AS annual, (closes IS NOT NULL AND pays)::int - had.members AS members,
             (closes IS NOT NULL AND in_trial)::int - had.trials AS trials,
             CASE WHEN closes IS NOT NULL AND pays THEN
                    CASE WHEN had.members = 0 THEN CASE WHEN came_back THEN 'REACTIVATION' ELSE 'NEW' END
                         WHEN annual > had.annual THEN 'EXPANSION' ELSE 'CONTRACTION' END
                  WHEN had.members = 1 THEN ends_as
                  WHEN closes IS NOT NULL THEN 'TRIAL' ELSE 'TRIAL_END' END AS kind
      UNION ALL
      SELECT closes, -annual, -pays::int, -in_trial::int, CASE WHEN pays THEN ends_as ELSE 'TRIAL_END' END
       WHERE closes < 'infinity') AS change
   WHERE (change.annual, change.members, change.trials) <> (0, 0, 0);
  RETURN NULL;
END $$;

-- Whichever product it moves to, its price and interval are written with it.
CREATE OR REPLACE TRIGGER membership_moved AFTER INSERT OR UPDATE OF
  status, price_cents, billing_interval, trial_days, past_due_at, ended_at, current_period_end ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION membership_moved();

-- Its buyer corrected their address: what was written down is theirs. When they joined, and whether they had left before, goes
-- by all that they have of the product now, and so it does for whom it is taken from.
CREATE OR REPLACE FUNCTION membership_given() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE membership_movements SET customer_id = NEW.customer_id WHERE subscription_id = NEW.id;
  UPDATE membership_movements m
     SET joined_at = (
           SELECT min(o.at) FROM membership_movements o
            WHERE o.product_id = m.product_id AND o.customer_id = m.customer_id AND o.kind NOT IN ('TRIAL', 'TRIAL_END')),
         kind = CASE WHEN m.kind NOT IN ('NEW', 'REACTIVATION') THEN m.kind WHEN EXISTS (
           SELECT FROM membership_movements o
            WHERE o.product_id = m.product_id AND o.customer_id = m.customer_id AND o.kind IN ('CHURN', 'PAUSE') AND o.at <= m.at
              -- One that was over at once had not left before it joined.
              AND (o.subscription_id <> m.subscription_id OR o.at < m.at OR m.kind = 'REACTIVATION')) THEN 'REACTIVATION' ELSE 'NEW' END
   WHERE m.customer_id IN (OLD.customer_id, NEW.customer_id) AND m.kind NOT IN ('TRIAL', 'TRIAL_END')
     AND m.product_id IN (SELECT product_id FROM membership_movements WHERE subscription_id = NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER membership_given AFTER UPDATE OF customer_id ON subscriptions FOR EACH ROW
  WHEN (OLD.customer_id <> NEW.customer_id) EXECUTE FUNCTION membership_given();

-- ── Events that are moved or called off ─────────────────────────────────────────────────────────────────────────────────

-- How an event stood before the first change of ten minutes that its buyers are told of, whoever makes it and wherever.
CREATE OR REPLACE FUNCTION event_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_changes (owner_id, product_id, starts_at, ends_at, zone, place, link, was_cancelled, created_at, due_at)
  VALUES (OLD.owner_id, OLD.id, OLD.event_starts_at, OLD.event_ends_at, OLD.event_zone, OLD.event_place, OLD.event_link,
          OLD.event_cancelled_at IS NOT NULL, NEW.updated_at, NEW.updated_at + interval '10 minutes')
  ON CONFLICT (product_id) WHERE told_at IS NULL DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_changed AFTER UPDATE OF
  event_starts_at, event_ends_at, event_zone, event_place, event_link, event_cancelled_at
  ON products FOR EACH ROW
  WHEN (OLD.event_starts_at IS NOT NULL
        AND (OLD.event_starts_at, OLD.event_ends_at, OLD.event_zone, OLD.event_place, OLD.event_link, OLD.event_cancelled_at)
            IS DISTINCT FROM
            (NEW.event_starts_at, NEW.event_ends_at, NEW.event_zone, NEW.event_place, NEW.event_link, NEW.event_cancelled_at))
  EXECUTE FUNCTION event_changed();

-- ── Reviews ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The reviews that count: of buyers whose purchase stands. A refund or a lost dispute takes a review out, a purchase after
-- it brings it back; the end of a membership does neither.
CREATE OR REPLACE VIEW counted_reviews AS
  SELECT r.* FROM reviews r
   WHERE EXISTS (
     SELECT FROM standing_access a WHERE a.customer_id = r.customer_id AND a.product_id = r.product_id);

-- ── Cached storefronts ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Cached storefronts of every process are dropped when something they show changes.
CREATE OR REPLACE FUNCTION product_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = COALESCE(NEW.owner_id, OLD.owner_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_storefront_changed AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION product_storefront_changed();

-- A storefront shows whether its creator's list can be joined, and what the list is about.
CREATE OR REPLACE TRIGGER video_captions_storefront_changed AFTER INSERT OR UPDATE OR DELETE ON video_captions FOR EACH ROW EXECUTE FUNCTION product_storefront_changed();
CREATE OR REPLACE TRIGGER mailing_list_storefront_changed AFTER INSERT OR UPDATE OR DELETE ON mailing_lists FOR EACH ROW EXECUTE FUNCTION product_storefront_changed();

CREATE OR REPLACE FUNCTION user_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', NEW.handle);
  IF TG_OP = 'UPDATE' THEN
    PERFORM pg_notify('storefront_changed', OLD.handle);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_storefront_changed AFTER INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION user_storefront_changed();

-- A storefront says who is verified for payouts: cached ones are dropped when that changes.
CREATE OR REPLACE FUNCTION payouts_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = COALESCE(NEW.owner_id, OLD.owner_id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER payouts_storefront_changed AFTER INSERT OR UPDATE OF transfers_active OR DELETE ON payout_accounts
  FOR EACH ROW EXECUTE FUNCTION payouts_storefront_changed();

-- Cached storefronts of every process are dropped when a review of theirs appears, goes or changes, or is answered,
CREATE OR REPLACE FUNCTION review_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM products p JOIN users u ON u.id = p.owner_id WHERE p.id = COALESCE(NEW.product_id, OLD.product_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_storefront_changed AFTER INSERT OR UPDATE OF rating, text, author_name, answer OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION review_storefront_changed();

-- and when one begins or ceases to count: its buyer bought again, was refunded, or corrected the address of an order,
CREATE OR REPLACE FUNCTION access_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM reviews r JOIN users u ON u.id = NEW.owner_id
    WHERE r.product_id = NEW.product_id AND r.customer_id IN (NEW.customer_id, OLD.customer_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER access_storefront_changed AFTER INSERT OR UPDATE OF revoked_at, customer_id ON access FOR EACH ROW EXECUTE FUNCTION access_storefront_changed();

-- or a dispute began or was won.
CREATE OR REPLACE FUNCTION dispute_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM access a JOIN reviews r ON r.product_id = a.product_id AND r.customer_id = a.customer_id
     JOIN users u ON u.id = a.owner_id
    WHERE a.order_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER dispute_storefront_changed AFTER UPDATE OF disputed ON orders FOR EACH ROW
  WHEN (OLD.disputed IS DISTINCT FROM NEW.disputed) EXECUTE FUNCTION dispute_storefront_changed();

-- A course is on the shelf from its first lesson on, and until its last one goes, alone or with its module; its page shows
-- the outline.
CREATE OR REPLACE FUNCTION lesson_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle)
     FROM course_modules m JOIN products p ON p.id = m.product_id JOIN users u ON u.id = p.owner_id
    WHERE m.id = COALESCE(NEW.module_id, OLD.module_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lesson_storefront_changed AFTER INSERT OR UPDATE OF module_id, title, duration, free_preview, drip_days, position OR DELETE ON lessons FOR EACH ROW EXECUTE FUNCTION lesson_storefront_changed();

CREATE OR REPLACE FUNCTION module_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', u.handle) FROM products p JOIN users u ON u.id = p.owner_id WHERE p.id = COALESCE(NEW.product_id, OLD.product_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER module_storefront_changed AFTER UPDATE OF title, position OR DELETE ON course_modules FOR EACH ROW EXECUTE FUNCTION module_storefront_changed();

-- What is published is what everybody sees from then on. The last 20 versions are kept, to look at and to take back.
CREATE OR REPLACE FUNCTION publish_store_design() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE store_designs SET published = NEW.design WHERE owner_id = NEW.owner_id;
  DELETE FROM store_design_versions WHERE owner_id = NEW.owner_id AND number <= NEW.number - 20;
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = NEW.owner_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER publish_store_design AFTER INSERT ON store_design_versions FOR EACH ROW EXECUTE FUNCTION publish_store_design();

-- A page that shows a coupon says when it ends and what it gives. How often it was used is no part of it, but for the last time.
CREATE OR REPLACE FUNCTION coupon_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - '{usage_count,updated_at}'::text[] = to_jsonb(OLD) - '{usage_count,updated_at}'::text[]
     AND (NEW.usage_count >= NEW.usage_limit) IS NOT DISTINCT FROM (OLD.usage_count >= OLD.usage_limit) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('storefront_changed', u.handle) FROM users u JOIN store_designs d ON d.owner_id = u.id
   WHERE u.id = OLD.owner_id AND d.published -> 'blocks' @> jsonb_build_array(jsonb_build_object('couponId', OLD.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER coupon_storefront_changed AFTER UPDATE OR DELETE ON coupons FOR EACH ROW EXECUTE FUNCTION coupon_storefront_changed();

-- ── Replies to messages ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Keywords and rules are kept compiled by every process, under their account's version: what a message is answered with
-- is what stood there when it was decided.
CREATE OR REPLACE FUNCTION social_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE social_accounts SET rules_version = rules_version + 1
   WHERE id IN (NEW.social_account_id, OLD.social_account_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER keyword_responses_changed AFTER INSERT OR DELETE OR UPDATE OF social_account_id, keywords, match_mode,
  excluded_words, places, post_id, public_replies, list_name, notifies_owner, tag_id, response_type, response_text, product_id,
  is_active ON keyword_responses
  FOR EACH ROW EXECUTE FUNCTION social_rules_changed();

CREATE OR REPLACE TRIGGER automation_rules_changed AFTER INSERT OR DELETE OR UPDATE OF social_account_id, trigger_type, action_type,
  conditions, response_template, product_id, is_active ON automation_rules
  FOR EACH ROW EXECUTE FUNCTION social_rules_changed();

-- ── Names that were given up ────────────────────────────────────────────────────────────────────────────────────────────

-- A handle that is given up is kept for its creator: links lead on from it, and for a year nobody else gets it. After the
-- row is written, so that whoever waited for the unique index sees what was given up meanwhile.
CREATE OR REPLACE FUNCTION former_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_handles f WHERE f.handle = NEW.handle
     AND (f.user_id = NEW.id OR f.given_up_at <= shop_now() - interval '1 year');
  IF EXISTS (SELECT FROM former_handles f WHERE f.handle = NEW.handle) THEN
    RAISE EXCEPTION 'the handle was given up less than a year ago'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_handle_unique';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO former_handles (handle, user_id) VALUES (OLD.handle, NEW.id)
      ON CONFLICT (handle) DO UPDATE SET user_id = excluded.user_id, given_up_at = shop_now();
    IF NEW.erased_at IS NULL AND (SELECT count(*) FROM former_handles f
         WHERE f.user_id = NEW.id AND f.given_up_at > shop_now() - interval '1 year') > 5 THEN
      RAISE EXCEPTION 'too many handles were given up' USING ERRCODE = 'check_violation', CONSTRAINT = 'former_handles_many';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER former_handle_new AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION former_handle();

CREATE OR REPLACE TRIGGER former_handle_changed AFTER UPDATE OF handle ON users FOR EACH ROW
  WHEN (OLD.handle IS DISTINCT FROM NEW.handle) EXECUTE FUNCTION former_handle();

-- A slug that is given up leads on within its store until another product of that store takes it.
CREATE OR REPLACE FUNCTION former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_slugs f USING products p
   WHERE f.slug = NEW.slug AND p.id = f.product_id AND p.owner_id = NEW.owner_id;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO former_slugs (slug, product_id) VALUES (OLD.slug, NEW.id)
      ON CONFLICT (slug, product_id) DO UPDATE SET given_up_at = shop_now();
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER former_slug_new AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION former_slug();

CREATE OR REPLACE TRIGGER former_slug_changed AFTER UPDATE OF slug ON products FOR EACH ROW
  WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION former_slug();

-- ── Work that is handed in ──────────────────────────────────────────────────────────────────────────────────────────────

-- From a draft to what is handed in, and back until it is answered. An answer is given to what was handed in, and then
-- nothing of it changes any more.
CREATE OR REPLACE FUNCTION submission_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('DRAFT', 'DRAFT'), ('DRAFT', 'SUBMITTED'), ('SUBMITTED', 'DRAFT'),
       ('SUBMITTED', 'SUBMITTED'), ('SUBMITTED', 'RETURNED'), ('SUBMITTED', 'ACCEPTED'))
    OR (OLD.state = 'SUBMITTED' AND NEW.text <> OLD.text)
    OR (NEW.order_id, NEW.lesson_id, NEW.product_id, NEW.owner_id, NEW.number)
       IS DISTINCT FROM (OLD.order_id, OLD.lesson_id, OLD.product_id, OLD.owner_id, OLD.number)
    -- Its buyer changes with the order's alone: somebody corrected their address.
    OR (NEW.customer_id <> OLD.customer_id AND NOT EXISTS (SELECT FROM orders WHERE id = NEW.order_id AND customer_id = NEW.customer_id))
  THEN
    RAISE EXCEPTION 'a submission cannot move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state = 'DRAFT' AND NEW.state = 'SUBMITTED' THEN NEW.revision := OLD.revision + 1; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER submission_moves BEFORE UPDATE ON assignment_submissions
  FOR EACH ROW EXECUTE FUNCTION submission_moves();

-- A service that was sold goes on, and never back. What its buyer was asked stays, and so does what they answered once its
-- creator has begun or delivered.
CREATE OR REPLACE FUNCTION work_order_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('WAITING', 'WAITING'), ('WAITING', 'TO_DO'), ('WAITING', 'DELIVERED'),
       ('TO_DO', 'TO_DO'), ('TO_DO', 'DELIVERED'), ('DELIVERED', 'DELIVERED'))
    OR (NEW.answers IS DISTINCT FROM OLD.answers AND (OLD.started_at IS NOT NULL OR OLD.state = 'DELIVERED'))
    OR (OLD.sent_at IS NOT NULL AND (NEW.sent_at, NEW.due_at) IS DISTINCT FROM (OLD.sent_at, OLD.due_at))
    OR (OLD.started_at IS NOT NULL AND NEW.started_at IS DISTINCT FROM OLD.started_at)
    OR (NEW.order_item_id, NEW.owner_id, NEW.product_id, NEW.questions, NEW.delivery_days)
       IS DISTINCT FROM (OLD.order_item_id, OLD.owner_id, OLD.product_id, OLD.questions, OLD.delivery_days)
  THEN
    RAISE EXCEPTION 'a work order cannot move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER work_order_moves BEFORE UPDATE ON work_orders
  FOR EACH ROW EXECUTE FUNCTION work_order_moves();

-- ── Revisions of what people edit ───────────────────────────────────────────────────────────────────────────────────────

-- A row's revision counts the changes that people make by hand, whoever makes them and wherever. What counts by itself
-- (stock, uses, clicks) is not among the columns, so that a sale disturbs nobody who is writing.
CREATE OR REPLACE FUNCTION next_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  title, slug, description, description_document, type, price_cents, original_price_cents, suggested_price_cents, billing_interval, yearly_price_cents, trial_days, benefits, state, coming_soon, opens_at, featured, cover_image_id, pictures,
  requires_shipping, track_inventory, allow_backorder, allow_order_bumps, max_order_bumps, allow_upsells, max_upsells,
  digital_file_type, digital_file_id, digital_file_external_url, download_button_text, digital_expiration_days,
  max_downloads, delivery_note, thanks_note, buy_button_text, questions, event_starts_at, event_ends_at, event_zone, event_place, event_link, event_cancelled_at, session_times, service_terms
  ON products FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  slug, title, content, video_url, video_upload_id, poster_image_id, quiz, assignment, duration, free_preview, drip_days
  ON lessons FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  product_id, title, content, image_id, attachment_id, published_at
  ON posts FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  code, name, description, discount_type, discount_value, minimum_order_cents, usage_limit, valid_from, valid_until,
  first_time_customer_only, active
  ON coupons FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  social_account_id, keyword, keywords, match_mode, excluded_words, places, post_id, public_replies, list_name,
  notifies_owner, tag_id, response_type, response_text, product_id, is_active
  ON keyword_responses FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  social_account_id, rule_name, trigger_type, action_type, conditions, response_template, product_id, is_active
  ON automation_rules FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  subject, content, audience, product_id, coupon_id, send_on, by_person_zone
  ON mailings FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  subject, content, days, offer_product_id, coupon_id
  ON automatic_mails FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF is_on, words ON reminders FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  name, email, commission_rate, active
  ON affiliates FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  handle, first_name, last_name, tagline, bio, bio_document, avatar_image_id, refund_days, refund_terms, guaranteed_refund_days
  ON users FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  is_open, title, promise, thanks_product_id
  ON mailing_lists FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  main_product_id, bump_product_id, title, description, discount_type, discount_value, position, active, ends_at
  ON order_bumps FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF
  trigger_product_id, upsell_product_id, title, description, discount_type, discount_value, sequence, active, ends_at
  ON upsells FOR EACH ROW EXECUTE FUNCTION next_revision();

CREATE OR REPLACE TRIGGER next_revision BEFORE UPDATE OF draft ON store_designs FOR EACH ROW EXECUTE FUNCTION next_revision();

-- ── Storage that creators use ───────────────────────────────────────────────────────────────────────────────────────────

-- What is removed adds no row: a creator who is being removed has none any more, and gets none again.
CREATE OR REPLACE FUNCTION count_storage(owner uuid, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF change > 0 THEN
    INSERT INTO storage_use AS s (owner_id, bytes) VALUES (owner, change)
    ON CONFLICT (owner_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  ELSIF change < 0 THEN
    UPDATE storage_use SET bytes = bytes + change WHERE owner_id = owner;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION upload_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.state <> 'REJECTED' THEN change := NEW.size_bytes; END IF;
  IF TG_OP <> 'INSERT' AND OLD.state <> 'REJECTED' THEN change := change - OLD.size_bytes; END IF;
  PERFORM count_storage(coalesce(NEW.owner_id, OLD.owner_id), change);
  IF coalesce(NEW.customer_id, OLD.customer_id) IS NOT NULL THEN
    UPDATE storage_use SET buyers_bytes = buyers_bytes + change WHERE owner_id = coalesce(NEW.owner_id, OLD.owner_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER upload_counted AFTER INSERT OR DELETE OR UPDATE OF size_bytes, state ON uploads
  FOR EACH ROW EXECUTE FUNCTION upload_counted();

CREATE OR REPLACE FUNCTION image_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_storage(coalesce(NEW.owner_id, OLD.owner_id), coalesce(NEW.size_bytes, 0) - coalesce(OLD.size_bytes, 0));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER image_counted AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON images
  FOR EACH ROW EXECUTE FUNCTION image_counted();

-- Mails that advertise -----------------------------------------------------------------------------------------------

-- An address as one mailbox, as `schema/mailbox-of.ts` has it.
CREATE OR REPLACE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(CASE WHEN lower(address) ~ '@(gmail|googlemail)[.]com$'
    THEN replace(split_part(lower(address), '@', 1), '.', '') || '@gmail.com' ELSE lower(address) END, '^([^+@]+)[+][^@]*@', '\1@')
$$;

-- What is kept of an address whose owner wants no mails, so that it outlives the address.
CREATE OR REPLACE FUNCTION address_hash(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(lower(address), 'UTF8')), 'hex')
$$;

-- Why a creator may not advertise to an address; null where they may. Who joined a list afterwards, by a code that was mailed
-- there, wants that creator's mails again, and gets them. A no of the person is said before what a mail server said.
DROP FUNCTION IF EXISTS suppression_of(uuid, text, uuid);
CREATE OR REPLACE FUNCTION suppression_of(owner uuid, address text, cart uuid DEFAULT NULL, at timestamptz DEFAULT shop_now())
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT s.reason FROM suppressions s
   WHERE s.address_hash IN (address_hash(address), address_hash(mailbox_of(address)))
     AND (s.owner_id IS NULL OR s.owner_id = owner) AND (s.cart_id IS NULL OR s.cart_id = cart)
     AND (s.until IS NULL OR s.until > at)
     AND NOT (s.cart_id IS NULL AND EXISTS (
       SELECT FROM subscribers b WHERE b.owner_id = owner AND lower(b.email) = lower(address)
          AND b.state = 'SUBSCRIBED' AND b.confirmed_at > s.created_at))
   ORDER BY s.reason <> 'UNSUBSCRIBED', s.reason LIMIT 1
$$;

-- Who leaves a list has said no to its creator, whichever way it was left.
CREATE OR REPLACE FUNCTION subscription_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO suppressions (owner_id, address_hash, reason, created_at)
  VALUES (NEW.owner_id, address_hash(mailbox_of(NEW.email)), 'UNSUBSCRIBED', NEW.unsubscribed_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER subscription_ended AFTER INSERT OR UPDATE OF state ON subscribers FOR EACH ROW
  WHEN (NEW.state = 'UNSUBSCRIBED') EXECUTE FUNCTION subscription_ended();

-- Tags are of people whom their creator knows: they go with the last address of a mailbox that leaves the list, unless it bought.
CREATE OR REPLACE FUNCTION subscribers_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM person_tags w
   USING (SELECT DISTINCT owner_id, mailbox_of(email) AS mailbox FROM removed) gone
   WHERE w.owner_id = gone.owner_id AND w.mailbox = gone.mailbox
     AND NOT EXISTS (SELECT FROM subscribers b WHERE b.owner_id = w.owner_id AND mailbox_of(b.email) = w.mailbox)
     AND NOT EXISTS (SELECT FROM customers c JOIN creator_customers k ON k.customer_id = c.id AND k.owner_id = w.owner_id
                      WHERE mailbox_of(c.email) = w.mailbox);
  -- A tag that was deleted a moment ago would bring them back.
  DELETE FROM deletions WHERE kind = 'TAG' AND owner_id IN (SELECT owner_id FROM removed);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER subscribers_removed AFTER DELETE ON subscribers REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION subscribers_removed();

-- What became of a mail about a cart, in the transaction that says so: the cart counts the mails that have left.
CREATE OR REPLACE FUNCTION cart_mail_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cart_mails SET state = NEW.state, reason = NEW.reason, sent_at = CASE WHEN NEW.state = 'SENT' THEN NEW.settled_at END
   WHERE id = (NEW.data->>'cartMailId')::uuid;
  IF NEW.state = 'SENT' THEN
    UPDATE abandoned_carts c
       SET recovery_emails_sent = c.recovery_emails_sent + 1, last_email_sent = NEW.settled_at, updated_at = NEW.settled_at
      FROM cart_mails m WHERE m.id = (NEW.data->>'cartMailId')::uuid AND c.id = m.cart_id;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER cart_mail_settled AFTER UPDATE OF state ON promotions FOR EACH ROW
  WHEN (NEW.template = 'cart-reminder' AND OLD.state <> NEW.state AND NEW.state IN ('SENT', 'SKIPPED', 'FAILED', 'UNKNOWN'))
  EXECUTE FUNCTION cart_mail_settled();

-- The same of a message that took the place of a first mail.
CREATE OR REPLACE FUNCTION cart_message_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cart_mails SET state = NEW.state, reason = NEW.failure, sent_at = NEW.sent_at WHERE send_id = NEW.id;
  IF NEW.state = 'SENT' THEN
    UPDATE abandoned_carts c SET dm_sent_at = NEW.sent_at, updated_at = NEW.sent_at
      FROM cart_mails m WHERE m.send_id = NEW.id AND c.id = m.cart_id;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER cart_message_settled AFTER UPDATE OF state ON social_sends FOR EACH ROW
  WHEN (NEW.purpose = 'CART' AND OLD.state <> NEW.state AND NEW.state IN ('SENT', 'FAILED', 'UNKNOWN'))
  EXECUTE FUNCTION cart_message_settled();

-- ── Notifications ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- Tells a creator what happened, once for each event, by the ways that they chose; false where they know. What has a mail of
-- its own is mailed from here; the rest, and what browsers show, is taken together by a job of each minute.
CREATE OR REPLACE FUNCTION tell_creator(creator uuid, about text, of_event text, facts jsonb, told_at timestamptz,
  template text DEFAULT NULL, template_data jsonb DEFAULT NULL) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  chosen notification_choices;
  -- As `inAppByDefault` has it.
  is_quiet boolean := about IN ('MEMBER_RENEWED', 'MEMBER_PAYMENT_FAILED', 'MEMBER_ENDED');
  is_mailed boolean;
BEGIN
  -- Of who has left nobody is there to be told.
  IF EXISTS (SELECT FROM users u WHERE u.id = creator AND u.erased_at IS NOT NULL) THEN RETURN false; END IF;
  SELECT * INTO chosen FROM notification_choices c WHERE c.owner_id = creator AND c.kind = about;
  is_mailed := coalesce(chosen.mail, CASE WHEN is_quiet THEN 'NEVER' ELSE 'EACH' END) = 'EACH';
  INSERT INTO notifications (owner_id, kind, event, facts, in_app, wants_mail, wants_push, created_at)
  VALUES (creator, about, of_event, facts, coalesce(chosen.in_app, true), is_mailed AND template IS NULL,
          coalesce(chosen.push, NOT is_quiet) AND EXISTS (SELECT FROM push_browsers b WHERE b.owner_id = creator), told_at)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  IF is_mailed AND template IS NOT NULL THEN
    WITH mailed AS (
      INSERT INTO mail_outbox (event, recipient, template, data, created_at)
      SELECT of_event, u.email, template, template_data, told_at FROM users u WHERE u.id = creator
      ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO job_outbox (name, data) SELECT 'send-mail', jsonb_build_object('mailId', id) FROM mailed;
  END IF;
  RETURN true;
END $$;

-- Those on the team who asked to be mailed of it. Nobody who is being removed keeps a sale waiting, or lets it fail.
CREATE OR REPLACE FUNCTION notification_for_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO team_news (owner_id, user_id, notification_id, wants_mail)
  SELECT m.owner_id, m.user_id, NEW.id, true
    FROM team_mail_choices c JOIN team_members m ON m.owner_id = c.owner_id AND m.user_id = c.user_id
   WHERE c.owner_id = NEW.owner_id AND c.kind = NEW.kind
     FOR KEY SHARE OF m SKIP LOCKED;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER notification_for_team AFTER INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION notification_for_team();

-- A connection that ended by itself; who ends one knows. Once a day for each account.
CREATE OR REPLACE FUNCTION social_account_lost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_creator(NEW.user_id, 'ACCOUNT_DISCONNECTED',
    'account-lost:' || NEW.id || ':' || to_char(NEW.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    jsonb_build_object('platform', NEW.platform, 'username', NEW.username), NEW.updated_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER social_account_lost AFTER UPDATE OF problem ON social_accounts FOR EACH ROW
  WHEN (NEW.problem = 'RECONNECT' AND OLD.problem IS DISTINCT FROM 'RECONNECT' AND NEW.is_active)
  EXECUTE FUNCTION social_account_lost();

-- ── What happened in an account ─────────────────────────────────────────────────────────────────────────────────────────

-- From where, and when, what this transaction does is done: whoever does it for somebody says so (`acting-browser.ts`).
CREATE OR REPLACE FUNCTION acting_browser() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('openstall.browser', true), ''), '{}')::jsonb - '{takesBack,at}'::text[]
$$;
CREATE OR REPLACE FUNCTION acting_moment() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce((nullif(current_setting('openstall.browser', true), '')::jsonb ->> 'at')::timestamptz, shop_now())
$$;
-- An address that was changed is taken back, with all that follows from it: that is one thing to be told.
CREATE OR REPLACE FUNCTION takes_email_back() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('openstall.browser', true), ''), '{}')::jsonb ? 'takesBack'
$$;

-- What its creator is mailed of an account, whatever they chose to hear of. Of one kind ten a day: who is in an account may do
-- and undo for hours. A changed address is always told, where it was; and as long as it can be taken back (`takeBackDays`) that
-- one is told of all the rest, too: else whoever changed it were the only one to hear of what they do next.
CREATE OR REPLACE FUNCTION account_event_mailed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind NOT IN ('EMAIL_CHANGED', 'EMAIL_TAKEN_BACK') AND 10 <= (
       SELECT count(*) FROM account_events e
        WHERE e.owner_id = NEW.owner_id AND e.kind = NEW.kind AND e.created_at > NEW.created_at - interval '1 day'
          AND e.id <> NEW.id AND (NEW.kind <> 'SIGNED_IN' OR (e.detail ->> 'isNewBrowser')::boolean)) THEN
    RETURN NULL;
  END IF;
  IF NEW.kind = 'PASSKEY_REMOVED' AND takes_email_back() THEN RETURN NULL; END IF;
  WITH told AS (
    SELECT coalesce(NEW.detail ->> 'from', u.email) AS recipient, '{}'::jsonb AS change FROM users u WHERE u.id = NEW.owner_id
    UNION ALL
    (SELECT DISTINCT ON (lower(c.from_email)) c.from_email, jsonb_build_object('changeId', c.id)
       FROM email_changes c JOIN users u ON u.id = c.owner_id
      WHERE c.owner_id = NEW.owner_id AND c.closed_at IS NULL AND c.changed_at >= NEW.created_at - interval '7 days'
        AND lower(c.from_email) <> lower(u.email) AND NEW.kind NOT IN ('EMAIL_CHANGED', 'EMAIL_TAKEN_BACK')
      ORDER BY lower(c.from_email), c.changed_at)),
  mailed AS (
    INSERT INTO mail_outbox (event, recipient, template, data, created_at)
    SELECT 'account-event:' || NEW.id, recipient, 'account-notice', jsonb_build_object('eventId', NEW.id) || change, NEW.created_at FROM told
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO job_outbox (name, data) SELECT 'send-mail', jsonb_build_object('mailId', id) FROM mailed;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER account_event_mailed AFTER INSERT ON account_events FOR EACH ROW
  WHEN (NEW.kind IN ('SIGNED_OUT_ELSEWHERE', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'EMAIL_CHANGED', 'EMAIL_TAKEN_BACK',
                     'CODES_TURNED_OFF', 'CODES_TURNED_ON', 'RECOVERY_CODES_MADE', 'RECOVERY_CODE_USED',
                     'SIGN_IN_RESET_STARTED', 'SIGN_IN_RESET_CANCELED', 'SIGN_IN_RESET',
                     'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'DELETION_ASKED_FOR', 'DELETION_TAKEN_BACK',
                     'STORE_SUSPENDED', 'STORE_REINSTATED', 'SENDER_NAME_APPROVED', 'SENDER_NAME_DECLINED')
        -- A store that is filled for a demo is nobody's news.
        OR (NEW.kind = 'PAYOUTS_CONNECTED' AND NEW.detail ? 'ip')
        OR (NEW.kind = 'SIGNED_IN' AND (NEW.detail ->> 'isNewBrowser')::boolean))
  EXECUTE FUNCTION account_event_mailed();

-- Whether an account is being erased, or has been.
CREATE OR REPLACE FUNCTION is_erasing(account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM account_deletions d WHERE d.owner_id = account AND d.state <> 'ASKED')
$$;

-- Written with what happened, whoever does it and by whatever way.
CREATE OR REPLACE FUNCTION session_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  VALUES (NEW.user_id, 'SIGNED_IN', jsonb_build_object('method', NEW.sess -> 'method', 'userAgent', NEW.sess -> 'userAgent', 'ip', NEW.sess -> 'ip',
            -- Who has just opened a store signs in for the first time, and knows.
            'isNewBrowser', coalesce((NEW.sess ->> 'isNewBrowser')::boolean, false) AND EXISTS (
              SELECT FROM users u WHERE u.id = NEW.user_id AND u.created_at < NEW.created_at - interval '10 minutes')), NEW.created_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER session_logged AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION session_logged();

CREATE OR REPLACE FUNCTION passkey_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With the account its passkeys go, and there is nothing to be written down any more.
  IF TG_OP = 'DELETE' AND (NOT EXISTS (SELECT FROM users u WHERE u.id = OLD.owner_id) OR is_erasing(OLD.owner_id)) THEN RETURN NULL; END IF;
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  SELECT changed.owner_id, CASE TG_OP WHEN 'INSERT' THEN 'PASSKEY_ADDED' ELSE 'PASSKEY_REMOVED' END,
         jsonb_build_object('name', changed.name) || acting_browser(), acting_moment()
    FROM (SELECT coalesce(NEW.owner_id, OLD.owner_id) AS owner_id, coalesce(NEW.name, OLD.name) AS name) changed;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER passkey_logged AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION passkey_logged();

-- An address that was given up stands there for as long as it can be taken back, and longer.
CREATE OR REPLACE FUNCTION email_logged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change uuid;
  is_taken_back boolean := takes_email_back();
BEGIN
  INSERT INTO email_changes (owner_id, from_email, to_email, from_subject, changed_at, closed_at)
  VALUES (NEW.id, OLD.email, NEW.email, OLD.oidc_subject, acting_moment(), CASE WHEN is_taken_back THEN acting_moment() END) RETURNING id INTO change;
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  VALUES (NEW.id, CASE WHEN is_taken_back THEN 'EMAIL_TAKEN_BACK' ELSE 'EMAIL_CHANGED' END,
          jsonb_build_object('from', OLD.email, 'to', NEW.email, 'changeId', change) || acting_browser(), acting_moment());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER email_logged AFTER UPDATE OF email ON users FOR EACH ROW
  WHEN (lower(NEW.email) <> lower(OLD.email) AND NEW.erased_at IS NULL) EXECUTE FUNCTION email_logged();

CREATE OR REPLACE FUNCTION handle_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail)
  VALUES (NEW.id, 'HANDLE_CHANGED', jsonb_build_object('from', OLD.handle, 'to', NEW.handle));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER handle_logged AFTER UPDATE OF handle ON users FOR EACH ROW
  WHEN (NEW.handle <> OLD.handle AND OLD.handle <> '' AND NEW.erased_at IS NULL) EXECUTE FUNCTION handle_logged();

CREATE OR REPLACE FUNCTION payout_account_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  VALUES (NEW.owner_id, 'PAYOUTS_CONNECTED', jsonb_build_object('provider', NEW.provider) || acting_browser(), acting_moment());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER payout_account_logged AFTER INSERT ON payout_accounts FOR EACH ROW EXECUTE FUNCTION payout_account_logged();

CREATE OR REPLACE FUNCTION social_account_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail)
  VALUES (NEW.user_id, 'SOCIAL_CONNECTED', jsonb_build_object('platform', NEW.platform, 'username', NEW.username));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER social_account_logged AFTER INSERT ON social_accounts FOR EACH ROW EXECUTE FUNCTION social_account_logged();

CREATE OR REPLACE FUNCTION account_export_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  VALUES (NEW.owner_id, 'EXPORT_ASKED_FOR', jsonb_build_object('files', CASE WHEN NEW.with_files THEN 'yes' ELSE 'no' END), NEW.created_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER account_export_logged AFTER INSERT ON account_exports FOR EACH ROW EXECUTE FUNCTION account_export_logged();

CREATE OR REPLACE FUNCTION account_deletion_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With the account the row goes, and there is nothing to be written down any more.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM users u WHERE u.id = OLD.owner_id) THEN RETURN NULL; END IF;
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  VALUES (coalesce(NEW.owner_id, OLD.owner_id), CASE TG_OP WHEN 'INSERT' THEN 'DELETION_ASKED_FOR' ELSE 'DELETION_TAKEN_BACK' END,
          acting_browser(), acting_moment());
  -- The storefront says that it is closed.
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = coalesce(NEW.owner_id, OLD.owner_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER account_deletion_logged AFTER INSERT OR DELETE ON account_deletions FOR EACH ROW EXECUTE FUNCTION account_deletion_logged();

-- Who has left answers nobody: what a buyer may ask of them by right is granted by their silence.
CREATE OR REPLACE FUNCTION gone_seller_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_erasing(NEW.owner_id) THEN NEW.is_promised := true; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER gone_seller_grants BEFORE INSERT OR UPDATE OF is_promised ON refund_requests
  FOR EACH ROW EXECUTE FUNCTION gone_seller_grants();

-- ── Closed stores ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- Its creator has asked to have their account deleted, or an operator has suspended it.
CREATE OR REPLACE VIEW closed_stores AS
  SELECT owner_id FROM account_deletions UNION ALL SELECT owner_id FROM store_suspensions;

CREATE OR REPLACE FUNCTION store_suspension_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With the account the row goes, and there is nothing to be written down any more.
  IF TG_OP = 'DELETE' AND (NOT EXISTS (SELECT FROM users u WHERE u.id = OLD.owner_id) OR is_erasing(OLD.owner_id)) THEN RETURN NULL; END IF;
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  SELECT coalesce(NEW.owner_id, OLD.owner_id), CASE TG_OP WHEN 'INSERT' THEN 'STORE_SUSPENDED' ELSE 'STORE_REINSTATED' END,
         CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('reason', NEW.reason) ELSE '{}' END, acting_moment();
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = coalesce(NEW.owner_id, OLD.owner_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER store_suspension_logged AFTER INSERT OR DELETE ON store_suspensions FOR EACH ROW EXECUTE FUNCTION store_suspension_logged();

-- A closed store sells nothing and answers nobody, whatever is switched on meanwhile and by whom. Who switches waits for who
-- closes it, and sees what was done.
CREATE OR REPLACE FUNCTION store_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  creator uuid := coalesce(to_jsonb(NEW) ->> 'owner_id', to_jsonb(NEW) ->> 'user_id')::uuid;
BEGIN
  PERFORM FROM users u WHERE u.id = creator FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM account_deletions d WHERE d.owner_id = creator) THEN
    RAISE EXCEPTION 'the store is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_deletions_closed';
  END IF;
  IF EXISTS (SELECT FROM store_suspensions s WHERE s.owner_id = creator) THEN
    RAISE EXCEPTION 'the store is suspended' USING ERRCODE = 'check_violation', CONSTRAINT = 'store_suspensions_closed';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER closed_product BEFORE UPDATE OF state ON products FOR EACH ROW
  WHEN (NEW.state = 'PUBLISHED' AND OLD.state <> 'PUBLISHED') EXECUTE FUNCTION store_is_closed();
CREATE OR REPLACE TRIGGER closed_new_product BEFORE INSERT ON products FOR EACH ROW
  WHEN (NEW.state = 'PUBLISHED') EXECUTE FUNCTION store_is_closed();
CREATE OR REPLACE TRIGGER closed_social_account BEFORE UPDATE OF is_active ON social_accounts FOR EACH ROW
  WHEN (NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION store_is_closed();
CREATE OR REPLACE TRIGGER closed_new_social_account BEFORE INSERT ON social_accounts FOR EACH ROW
  WHEN (NEW.is_active) EXECUTE FUNCTION store_is_closed();
CREATE OR REPLACE TRIGGER closed_mailing BEFORE UPDATE OF state ON mailings FOR EACH ROW
  WHEN (NEW.state = 'SCHEDULED' AND OLD.state <> 'SCHEDULED') EXECUTE FUNCTION store_is_closed();

-- ── Operators ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What an operator did is written once, and for ever.
CREATE OR REPLACE FUNCTION operator_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what operators did is only added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'operator_events_stay';
END $$;
CREATE OR REPLACE TRIGGER operator_event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_events
  FOR EACH STATEMENT EXECUTE FUNCTION operator_event_stays();

-- ── Teams ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE OR REPLACE FUNCTION team_invitation_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  VALUES (NEW.owner_id, 'TEAM_INVITED', jsonb_build_object('email', NEW.email, 'role', NEW.role), NEW.created_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER team_invitation_logged AFTER INSERT ON team_invitations FOR EACH ROW EXECUTE FUNCTION team_invitation_logged();

-- With the store or the colleague's account there is nothing to be written down any more.
CREATE OR REPLACE FUNCTION team_member_logged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (owner_id, kind, detail, created_at)
  SELECT m.owner_id, CASE TG_OP WHEN 'INSERT' THEN 'TEAM_JOINED' WHEN 'UPDATE' THEN 'TEAM_ROLE_CHANGED' ELSE 'TEAM_LEFT' END,
         jsonb_build_object('name', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.handle),
                            'email', u.email, 'role', m.role)
           || CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('before', OLD.role) ELSE '{}' END, acting_moment()
    FROM (SELECT coalesce(NEW.owner_id, OLD.owner_id) AS owner_id, coalesce(NEW.user_id, OLD.user_id) AS user_id,
                 coalesce(NEW.role, OLD.role) AS role) m
    JOIN users u ON u.id = m.user_id
   WHERE EXISTS (SELECT FROM users o WHERE o.id = m.owner_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER team_member_logged AFTER INSERT OR DELETE ON team_members FOR EACH ROW EXECUTE FUNCTION team_member_logged();
CREATE OR REPLACE TRIGGER team_role_logged AFTER UPDATE OF role ON team_members FOR EACH ROW
  WHEN (NEW.role <> OLD.role) EXECUTE FUNCTION team_member_logged();

-- ── Mailings ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A mailing goes forward only, and says the same to everybody: what it is is fixed once it is no draft. Its product and its
-- coupon may be deleted.
CREATE OR REPLACE FUNCTION mailing_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state || '>' || NEW.state) NOT IN (
       'DRAFT>SCHEDULED', 'SCHEDULED>DRAFT', 'SCHEDULED>LATE', 'SCHEDULED>SENDING', 'LATE>DRAFT', 'LATE>SCHEDULED',
       'SENDING>SENT', 'SENDING>STOPPED') THEN
    RAISE EXCEPTION 'a mailing goes from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> 'DRAFT' AND (OLD.subject, OLD.content, OLD.audience) IS DISTINCT FROM (NEW.subject, NEW.content, NEW.audience) THEN
    RAISE EXCEPTION 'mailing % is no draft', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER mailing_moves BEFORE UPDATE ON mailings FOR EACH ROW EXECUTE FUNCTION mailing_moves();

-- ── Days of sales ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- Figures of a day are kept once it is over (`sales_days`, `offer_days`): whatever changes one marks it to be counted anew. A mark
-- is a row of its own for each change, so that no two sales wait for each other.
CREATE OR REPLACE FUNCTION mark_sales(owner uuid, at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sales_marks (owner_id, bucket) SELECT owner, date_bin('15 minutes', at, '2000-01-01Z') WHERE at IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION order_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_sales(NEW.owner_id, NEW.created_at);
  IF TG_OP = 'UPDATE' THEN
    IF OLD.created_at <> NEW.created_at THEN PERFORM mark_sales(OLD.owner_id, OLD.created_at); END IF;
    -- What was given back of a coupon's orders counts while they stand.
    IF OLD.status <> NEW.status AND NEW.coupon_id IS NOT NULL THEN
      PERFORM mark_sales(r.owner_id, r.settled_at) FROM refunds r WHERE r.order_id = NEW.id AND r.status = 'SUCCEEDED';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_counts AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.status IN ('PAID', 'REFUNDED')) EXECUTE FUNCTION order_counts();
CREATE OR REPLACE TRIGGER changed_order_counts AFTER UPDATE OF status, paid_at, created_at, total_cents ON orders FOR EACH ROW
  WHEN ((OLD.status, OLD.created_at, OLD.total_cents) IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.total_cents)) EXECUTE FUNCTION order_counts();

CREATE OR REPLACE FUNCTION refund_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'SUCCEEDED' THEN PERFORM mark_sales(NEW.owner_id, NEW.settled_at); END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'SUCCEEDED' THEN PERFORM mark_sales(OLD.owner_id, OLD.settled_at); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_counts AFTER INSERT ON refunds FOR EACH ROW
  WHEN (NEW.status = 'SUCCEEDED') EXECUTE FUNCTION refund_counts();
CREATE OR REPLACE TRIGGER changed_refund_counts AFTER UPDATE OF status, settled_at, amount_cents ON refunds FOR EACH ROW
  WHEN (OLD.status = 'SUCCEEDED' OR NEW.status = 'SUCCEEDED') EXECUTE FUNCTION refund_counts();

-- An upsell counts on the day of its order, and one that is removed never was offered.
CREATE OR REPLACE FUNCTION offers_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_marks (owner_id, bucket)
  SELECT DISTINCT o.owner_id, date_bin('15 minutes', o.created_at, '2000-01-01Z') FROM changed c JOIN orders o ON o.id = c.order_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER shown_offers_count AFTER INSERT ON upsell_offers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION offers_count();
CREATE OR REPLACE TRIGGER decided_offers_count AFTER UPDATE ON upsell_offers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION offers_count();
CREATE OR REPLACE TRIGGER removed_offers_count AFTER DELETE ON upsell_offers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION offers_count();

-- ── Visits ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- An order was paid, or added to, by a visit: it came that far. Where it came from is kept with the order.
CREATE OR REPLACE FUNCTION visit_led_to_order(session uuid, order_paid uuid, owner uuid, reached smallint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE seen record;
BEGIN
  SELECT c.visit_id, c.product_id INTO seen FROM checkout_visits c WHERE c.checkout_session_id = session;
  IF NOT FOUND THEN RETURN; END IF;
  WITH visit AS (
    UPDATE visits SET step = greatest(step, reached) WHERE id = seen.visit_id AND owner_id = owner
    RETURNING owner_id, started_at, channel, source),
  came AS (
    INSERT INTO order_sources (order_id, owner_id, channel, source) SELECT order_paid, owner, channel, source FROM visit ON CONFLICT DO NOTHING)
  INSERT INTO traffic_marks (owner_id, bucket) SELECT owner_id, date_bin('15 minutes', started_at, '2000-01-01Z') FROM visit;
  UPDATE visit_products SET step = greatest(step, reached) WHERE visit_id = seen.visit_id AND product_id = seen.product_id;
END $$;

CREATE OR REPLACE FUNCTION order_was_visited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM visit_led_to_order(NEW.checkout_session_id, NEW.id, NEW.owner_id, 5::smallint);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_was_visited AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.status = 'PAID' AND NEW.checkout_session_id IS NOT NULL) EXECUTE FUNCTION order_was_visited();
CREATE OR REPLACE TRIGGER tried_order_was_visited AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.status = 'PAID' AND OLD.status <> 'PAID' AND NEW.checkout_session_id IS NOT NULL) EXECUTE FUNCTION order_was_visited();

CREATE OR REPLACE FUNCTION visit_took_more() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM visit_led_to_order(o.checkout_session_id, o.id, o.owner_id, 6::smallint)
     FROM orders o WHERE o.id = NEW.order_id AND o.status = 'PAID' AND o.checkout_session_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER visit_took_more AFTER INSERT ON order_items FOR EACH ROW
  WHEN (NEW.item_type IN ('ORDER_BUMP', 'UPSELL')) EXECUTE FUNCTION visit_took_more();

-- Days begin at other moments in another zone.
CREATE OR REPLACE FUNCTION days_begin_elsewhere() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_marks (owner_id, bucket) VALUES (NEW.id, '-infinity');
  INSERT INTO sales_marks (owner_id, bucket) VALUES (NEW.id, '-infinity');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER days_begin_elsewhere AFTER UPDATE OF time_zone ON users FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION days_begin_elsewhere();

-- ── Tables by month ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Which partitions a table by month has, and of which time: the first may hold all that is before it ended.
CREATE OR REPLACE FUNCTION months_of(parent regclass) RETURNS TABLE (month regclass, starts timestamptz, ends timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT i.inhrelid::regclass, coalesce(bounds[1], '-infinity')::timestamptz, bounds[2]::timestamptz
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   CROSS JOIN regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \((?:MINVALUE|''(.+?)'')\) TO \(''(.+?)''\)') bounds
   WHERE i.inhparent = parent
$$;

-- Makes each month from that of `first` to that of `last` which is not there yet; answers how many. Readers and writers of the table go
-- on meanwhile: a table that is attached locks them out no more than theirs do each other, where CREATE TABLE … PARTITION OF would. The
-- tables that its rows refer to can be read and referred to, and not be written for as long.
CREATE OR REPLACE FUNCTION make_months(parent regclass, first timestamptz, last timestamptz) RETURNS int
LANGUAGE plpgsql SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  begins timestamptz;
  name text;
  made int := 0;
BEGIN
  FOR begins IN
    SELECT wanted.at FROM generate_series(date_trunc('month', first), last, interval '1 month') wanted (at)
     WHERE NOT EXISTS (SELECT FROM months_of(parent) there WHERE wanted.at >= there.starts AND wanted.at < there.ends)
  LOOP
    -- Of two at once one makes it, and the other finds it made.
    PERFORM pg_advisory_xact_lock(hashtextextended('months of ' || parent::text, 0));
    CONTINUE WHEN EXISTS (SELECT FROM months_of(parent) there WHERE begins >= there.starts AND begins < there.ends);
    SELECT relname || to_char(begins, '_YYYY_MM') INTO name FROM pg_class WHERE oid = parent;
    EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING ALL)', name, parent);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, begins, begins + interval '1 month');
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- Drops the months that ended before a moment; answers how many. Whoever reads the table keeps it waiting, and everybody behind it: so it
-- gives up soon, and what it left is there for the next time.
CREATE OR REPLACE FUNCTION drop_months(parent regclass, before timestamptz) RETURNS int
LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
  gone regclass;
  dropped int := 0;
BEGIN
  FOR gone IN SELECT month FROM months_of(parent) WHERE ends <= before ORDER BY ends LOOP
    EXECUTE format('DROP TABLE %s', gone);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
EXCEPTION WHEN lock_not_available THEN
  RETURN 0;
END $$;

-- ── What was deleted a moment ago ───────────────────────────────────────────────────────────────────────────────────────

-- The tables that a deletion can be put back into, each after those that it refers to; `person_tags` by versions before this one. A deletion that reaches further than
-- this list and that of the references below could not be put back whole: a test compares them with the foreign keys.
CREATE OR REPLACE FUNCTION undoable_tables() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['saved_filters', 'tags', 'person_tags', 'keyword_responses', 'response_keywords', 'automation_rules', 'posts',
    'post_pictures', 'text_videos', 'mailings']
$$;

-- A transaction that names a deletion (`openstall.deletion`, see database/deletions.ts) keeps all that goes with it, whichever
-- foreign key takes it away; a few thousand in a row, since no value may be longer than 256 MB.
CREATE OR REPLACE FUNCTION keep_deleted_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_rows (deletion_id, table_name, rows)
  SELECT current_setting('openstall.deletion')::uuid, TG_TABLE_NAME, jsonb_agg(part.row)
    FROM (SELECT to_jsonb(g) AS row, (row_number() OVER () - 1) / 5000 AS number FROM gone g) part GROUP BY part.number;
  RETURN NULL;
END $$;

DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY undoable_tables() LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER keep_deleted_rows AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT WHEN (current_setting(''openstall.deletion'', true) <> '''') EXECUTE FUNCTION keep_deleted_rows()', kept);
  END LOOP;
END $$;

-- What names something that can be deleted so by the ten thousand keeps the name (`schema/social-messages.ts`, `schema/tags.ts`):
-- nothing of it is lost, and nothing has to be kept.
DROP TRIGGER IF EXISTS keep_references ON keyword_responses;
DROP TRIGGER IF EXISTS keep_references ON automation_rules;
DROP FUNCTION IF EXISTS keep_references();

-- A creator's tag is of people whom that creator knows, and stands in their rows alone.
CREATE OR REPLACE FUNCTION tags_are_own() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM given n JOIN tags g ON g.id = n.tag_id WHERE g.owner_id <> n.owner_id) THEN
    RAISE EXCEPTION 'the tag is another creator''s' USING ERRCODE = 'check_violation', CONSTRAINT = 'person_tags_own';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER tags_are_own AFTER INSERT ON person_tags REFERENCING NEW TABLE AS given
  FOR EACH STATEMENT EXECUTE FUNCTION tags_are_own();
CREATE OR REPLACE TRIGGER tags_are_own AFTER INSERT ON conversation_tags REFERENCING NEW TABLE AS given
  FOR EACH STATEMENT EXECUTE FUNCTION tags_are_own();

-- A reply gives a tag of its own creator. The tag may be deleted by now, or come back.
CREATE OR REPLACE FUNCTION tag_of_reply_is_own() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM tags g WHERE g.owner_id <> NEW.user_id AND g.id =
      coalesce(to_jsonb(NEW) ->> 'tag_id', to_jsonb(NEW) -> 'conditions' ->> 'tagId')::uuid) THEN
    RAISE EXCEPTION 'the tag is another creator''s' USING ERRCODE = 'check_violation', CONSTRAINT = 'reply_tag_own';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER tag_of_reply_is_own BEFORE INSERT OR UPDATE OF tag_id, user_id ON keyword_responses
  FOR EACH ROW WHEN (NEW.tag_id IS NOT NULL) EXECUTE FUNCTION tag_of_reply_is_own();
CREATE OR REPLACE TRIGGER tag_of_reply_is_own BEFORE INSERT OR UPDATE OF conditions, user_id ON automation_rules
  FOR EACH ROW WHEN (NEW.conditions ? 'tagId') EXECUTE FUNCTION tag_of_reply_is_own();

-- The pieces of what went with a deletion, in the order in which they are put back: rows after those that they refer to, then
-- references, which versions before this one set to null and kept.
CREATE OR REPLACE FUNCTION kept_pieces(deletion uuid) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT r.id FROM deleted_rows r WHERE r.deletion_id = deletion
   ORDER BY r.column_name IS NOT NULL, array_position(undoable_tables(), r.table_name), r.id
$$;

-- Puts one of them back. What names something else by now stays as it is.
CREATE OR REPLACE FUNCTION put_back_piece(piece bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE kept deleted_rows; names text;
BEGIN
  SELECT * INTO kept FROM deleted_rows r WHERE r.id = piece;
  IF kept.column_name IS NULL THEN
    SELECT string_agg(quote_ident(a.attname), ', ') INTO names FROM pg_attribute a
     WHERE a.attrelid = kept.table_name::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
    EXECUTE format('INSERT INTO %1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$I, $1)',
      kept.table_name, names) USING kept.rows;
  ELSE
    EXECUTE format('UPDATE %1$I t SET %2$I = was.%2$I FROM jsonb_populate_recordset(NULL::%1$I, $1) was
      WHERE t.id = was.id AND t.%2$I IS NULL', kept.table_name, kept.column_name) USING kept.rows;
  END IF;
END $$;
