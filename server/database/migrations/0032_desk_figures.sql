-- Words are found by what they consist of: trigrams, an extension that every PostgreSQL brings and its owner may create.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "creator_customers" (
	"owner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_count" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"name" text NOT NULL,
	"sort_name" text NOT NULL,
	"words" text NOT NULL,
	"first_order_at" timestamp with time zone NOT NULL,
	"last_order_at" timestamp with time zone NOT NULL,
	CONSTRAINT "creator_customers_owner_id_customer_id_pk" PRIMARY KEY("owner_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"subject_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "tallies_subject_id_part_pk" PRIMARY KEY("subject_id","part")
);
--> statement-breakpoint
DROP INDEX "commissions_owner";--> statement-breakpoint
DROP INDEX "orders_owner_created";--> statement-breakpoint
ALTER TABLE "creator_customers" ADD CONSTRAINT "creator_customers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_customers" ADD CONSTRAINT "creator_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_customers_customer" ON "creator_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "creator_customers_first_order" ON "creator_customers" USING btree ("owner_id","first_order_at","customer_id");--> statement-breakpoint
CREATE INDEX "creator_customers_name" ON "creator_customers" USING btree ("owner_id","sort_name","customer_id");--> statement-breakpoint
CREATE INDEX "creator_customers_words" ON "creator_customers" USING gin ("words" gin_trgm_ops) WITH (gin_pending_list_limit=128);--> statement-breakpoint
CREATE INDEX "access_owner_product" ON "access" USING btree ("owner_id","product_id","customer_id","granted_at") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "order_items_owner_product" ON "order_items" USING btree ("owner_id","product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_items_owner_created" ON "order_items" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "order_items_bump" ON "order_items" USING btree ("owner_id","offer_id","order_id","total_price_cents","refunded_cents") WHERE item_type = 'ORDER_BUMP';--> statement-breakpoint
CREATE INDEX "orders_owner_customer" ON "orders" USING btree ("owner_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_owner_coupon" ON "orders" USING btree ("owner_id") WHERE coupon_code is not null;--> statement-breakpoint
CREATE INDEX "refunds_owner_created" ON "refunds" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commissions_owner" ON "commissions" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_owner_created" ON "orders" USING btree ("owner_id","created_at","id","status","total_cents","refunded_cents","paid_at","customer_id");--> statement-breakpoint
-- What the desk keeps of each buyer. Counted anew from their orders: for all of them below, and where a name, an address
-- or an order goes, which is rare. A sale or a refund only adds to it.
CREATE FUNCTION count_creator_customer(owner uuid, customer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever adds to the same row meanwhile is waited for, and seen by what follows.
  PERFORM FROM creator_customers WHERE owner_id = owner AND customer_id = customer FOR UPDATE;
  INSERT INTO creator_customers AS k (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at)
  SELECT o.owner_id, c.id, count(*), sum(CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.total_cents - o.refunded_cents ELSE 0 END),
         n.name, lower(coalesce(nullif(n.name, ''), c.email)),
         left(lower(c.email || ' ' || coalesce(string_agg(DISTINCT nullif(o.customer_name, ''), ' '), '')), 2000),
         min(o.created_at), max(o.created_at)
    FROM orders o JOIN customers c ON c.id = o.customer_id
    CROSS JOIN LATERAL (SELECT coalesce((SELECT customer_name FROM orders WHERE owner_id = owner AND customer_id = customer AND customer_name <> ''
                                          ORDER BY created_at DESC, id DESC LIMIT 1), '') AS name) n
   WHERE o.owner_id = owner AND o.customer_id = customer
   GROUP BY o.owner_id, c.id, c.email, n.name
  ON CONFLICT (owner_id, customer_id) DO UPDATE
     SET order_count = excluded.order_count, spent_cents = excluded.spent_cents, name = excluded.name, sort_name = excluded.sort_name,
         words = excluded.words, first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at;
  IF NOT FOUND THEN
    DELETE FROM creator_customers WHERE owner_id = owner AND customer_id = customer;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creator_customers AS k (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at)
  SELECT owner_id, customer_id, number, cents, name, lower(coalesce(nullif(name, ''), email)), left(lower(email || ' ' || names), 2000), first, last
    FROM (SELECT n.owner_id, n.customer_id, c.email, count(*) AS number,
                 sum(CASE WHEN n.status IN ('PAID', 'REFUNDED') THEN n.total_cents - n.refunded_cents ELSE 0 END) AS cents,
                 coalesce((array_agg(n.customer_name ORDER BY n.created_at DESC, n.id DESC) FILTER (WHERE n.customer_name <> ''))[1], '') AS name,
                 coalesce(string_agg(DISTINCT nullif(n.customer_name, ''), ' '), '') AS names,
                 min(n.created_at) AS first, max(n.created_at) AS last
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
         last_order_at = greatest(k.last_order_at, excluded.last_order_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE creator_customers k SET spent_cents = k.spent_cents + changed.cents
    FROM (SELECT n.owner_id, n.customer_id,
                 sum(CASE WHEN n.status IN ('PAID', 'REFUNDED') THEN n.total_cents - n.refunded_cents ELSE 0 END
                   - CASE WHEN b.status IN ('PAID', 'REFUNDED') THEN b.total_cents - b.refunded_cents ELSE 0 END) AS cents
            FROM now_so n JOIN before b ON b.id = n.id
           WHERE n.customer_id = b.customer_id AND n.customer_name = b.customer_name
           GROUP BY n.owner_id, n.customer_id) AS changed
   WHERE k.owner_id = changed.owner_id AND k.customer_id = changed.customer_id AND changed.cents <> 0;
  PERFORM count_creator_customer(owner_id, customer_id)
     FROM (SELECT n.owner_id, unnest(array[n.customer_id, b.customer_id]) AS customer_id
             FROM now_so n JOIN before b ON b.id = n.id
            WHERE n.customer_id <> b.customer_id OR n.customer_name <> b.customer_name
           GROUP BY 1, 2 ORDER BY 1, 2) AS buyers;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_creator_customer(owner_id, customer_id)
     FROM (SELECT owner_id, customer_id FROM removed GROUP BY 1, 2 ORDER BY 1, 2) AS buyers;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION customer_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_creator_customer(owner_id, customer_id)
     FROM (SELECT owner_id, customer_id FROM creator_customers WHERE customer_id = NEW.id ORDER BY 1) AS buyers;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_added AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION orders_added();
--> statement-breakpoint
CREATE TRIGGER orders_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS now_so FOR EACH STATEMENT EXECUTE FUNCTION orders_changed();
--> statement-breakpoint
CREATE TRIGGER orders_removed AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION orders_removed();
--> statement-breakpoint
CREATE TRIGGER customer_address_changed AFTER UPDATE OF email ON customers FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION customer_address_changed();
--> statement-breakpoint
-- A product's orders: every line of a paid order opens its product once, so what opens is what was sold.
CREATE FUNCTION access_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies AS t (subject_id, part, count)
  SELECT product_id, pg_backend_pid() % 16, count(DISTINCT order_id) FROM added
   WHERE NOT EXISTS (SELECT FROM access a WHERE a.order_id = added.order_id AND a.product_id = added.product_id
                        AND NOT EXISTS (SELECT FROM added twin WHERE twin.id = a.id))
   GROUP BY product_id ORDER BY product_id
  ON CONFLICT (subject_id, part) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION access_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies AS t (subject_id, part, count)
  SELECT product_id, pg_backend_pid() % 16, -count(DISTINCT order_id) FROM removed
   WHERE NOT EXISTS (SELECT FROM access a WHERE a.order_id = removed.order_id AND a.product_id = removed.product_id)
   GROUP BY product_id ORDER BY product_id
  ON CONFLICT (subject_id, part) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER access_added AFTER INSERT ON access REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION access_added();
--> statement-breakpoint
CREATE TRIGGER access_removed AFTER DELETE ON access REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION access_removed();
--> statement-breakpoint
CREATE FUNCTION bumps_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies AS t (subject_id, part, count)
  SELECT bump, pg_backend_pid() % 16, sum(by) FROM (
    SELECT unnest(NEW.order_bumps_offered) AS bump, 1 AS by
    UNION ALL SELECT unnest(OLD.order_bumps_offered), -1 WHERE TG_OP = 'UPDATE') AS changed
   GROUP BY bump HAVING sum(by) <> 0 ORDER BY bump
  ON CONFLICT (subject_id, part) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bumps_offered AFTER INSERT ON checkout_sessions FOR EACH ROW
  WHEN (NEW.order_bumps_offered <> '{}') EXECUTE FUNCTION bumps_offered();
--> statement-breakpoint
CREATE TRIGGER other_bumps_offered AFTER UPDATE OF order_bumps_offered ON checkout_sessions FOR EACH ROW
  WHEN (OLD.order_bumps_offered IS DISTINCT FROM NEW.order_bumps_offered) EXECUTE FUNCTION bumps_offered();
--> statement-breakpoint
INSERT INTO creator_customers (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at)
SELECT owner_id, customer_id, number, cents, name, lower(coalesce(nullif(name, ''), email)), left(lower(email || ' ' || names), 2000), first, last
  FROM (SELECT o.owner_id, o.customer_id, c.email, count(*) AS number,
               sum(CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.total_cents - o.refunded_cents ELSE 0 END) AS cents,
               coalesce((array_agg(o.customer_name ORDER BY o.created_at DESC, o.id DESC) FILTER (WHERE o.customer_name <> ''))[1], '') AS name,
               coalesce(string_agg(DISTINCT nullif(o.customer_name, ''), ' '), '') AS names,
               min(o.created_at) AS first, max(o.created_at) AS last
          FROM orders o JOIN customers c ON c.id = o.customer_id
         GROUP BY o.owner_id, o.customer_id, c.email) AS buyers;
--> statement-breakpoint
INSERT INTO tallies (subject_id, part, count)
SELECT product_id, 0, count(DISTINCT order_id) FROM access GROUP BY product_id
UNION ALL
SELECT bump, 0, count(*) FROM checkout_sessions, unnest(order_bumps_offered) AS bump GROUP BY bump;
