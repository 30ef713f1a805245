ALTER TABLE "subscription_invoices" ADD COLUMN "next_attempt_at" timestamp with time zone;
--> statement-breakpoint
-- How long a membership stays open after a renewal failed.
CREATE FUNCTION grace_until(past_due_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT past_due_at + interval '7 days'
$$;
--> statement-breakpoint
-- Whether a membership is open: while it is active, in grace after a renewal failed, and once it is cancelled or rests
-- until the end of what was paid for.
CREATE FUNCTION membership_is_open(status text, past_due_at timestamptz, paid_until timestamptz, at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN status IN ('active', 'trialing') THEN true
    WHEN status = 'past_due' THEN grace_until(past_due_at) > billing_now(at)
    WHEN status IN ('canceled', 'paused') THEN paid_until > billing_now(at)
    ELSE false END
$$;
--> statement-breakpoint
-- Access whose purchase stands: paid and undisputed, neither revoked nor of somebody who was forgotten, whether or not its
-- membership has ended.
CREATE VIEW standing_access AS
  SELECT a.id, a.customer_id, a.owner_id, a.product_id, a.order_id, a.order_item_id, a.subscription_id, a.granted_at
    FROM access a
    JOIN orders o ON o.id = a.order_id
    JOIN customers c ON c.id = a.customer_id
   WHERE a.revoked_at IS NULL AND o.status IN ('PAID', 'REFUNDED') AND NOT o.disputed AND c.erased_at IS NULL;
--> statement-breakpoint
-- Who owns what at a moment: access that stands and, where a membership gave it, whose membership is open. It is inlined
-- into the statement that asks: keep it one SELECT, STABLE and not STRICT.
CREATE FUNCTION open_access(at timestamptz)
RETURNS TABLE (customer_id uuid, owner_id uuid, product_id uuid, order_id uuid, order_item_id uuid, granted_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT a.customer_id, a.owner_id, a.product_id, a.order_id, a.order_item_id, a.granted_at
    FROM standing_access a
   WHERE a.subscription_id IS NULL OR EXISTS (
     SELECT FROM subscriptions s
      WHERE s.id = a.subscription_id AND membership_is_open(s.status, s.past_due_at, s.current_period_end, at))
$$;
--> statement-breakpoint
-- The reviews that count: of buyers whose purchase stands. A refund or a lost dispute takes a review out, a purchase after
-- it brings it back; the end of a membership does neither.
CREATE OR REPLACE VIEW counted_reviews AS
  SELECT r.* FROM reviews r
   WHERE EXISTS (
     SELECT FROM standing_access a WHERE a.customer_id = r.customer_id AND a.product_id = r.product_id);
