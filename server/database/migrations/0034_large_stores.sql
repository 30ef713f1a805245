DROP INDEX "payment_shares_owner";--> statement-breakpoint
DROP INDEX "social_sends_unresolved";--> statement-breakpoint
DROP INDEX "payment_shares_open";--> statement-breakpoint
ALTER TABLE "creator_transfers" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD COLUMN "owed_cents" integer;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD COLUMN "reached_cents" integer;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD COLUMN "waits_until" timestamp with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_silent" ON "subscriptions" USING btree (greatest(current_period_end, paused_until)) WHERE status in ('active', 'trialing', 'past_due', 'paused');--> statement-breakpoint
CREATE INDEX "checkout_sessions_unpriced" ON "checkout_sessions" USING btree ("expires_at") WHERE status = 'ACTIVE' and payment_intent_id is null;--> statement-breakpoint
CREATE INDEX "order_items_payment" ON "order_items" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "orders_coupon" ON "orders" USING btree ("coupon_id") WHERE coupon_id is not null;--> statement-breakpoint
CREATE INDEX "creator_transfers_unanswered" ON "creator_transfers" USING btree ("owner_id","created_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "payment_shares_balances" ON "payment_shares" USING btree ("owner_id","kind","currency","owed_cents","reached_cents");--> statement-breakpoint
CREATE INDEX "payment_shares_due" ON "payment_shares" USING btree ("owner_id","waits_until","order_payment_id") WHERE kind = 'OWED' and owed_cents <> 0;--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("updated_at") WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "dm_conversations_nameless" ON "dm_conversations" USING btree ("last_inbound_at") WHERE participant_username is null and participant_display_name is null and profile_asked_at is null;--> statement-breakpoint
CREATE INDEX "social_sends_sending" ON "social_sends" USING btree ("claimed_at") WHERE state = 'SENDING';--> statement-breakpoint
CREATE INDEX "social_sends_unknown" ON "social_sends" USING btree ("claimed_at") WHERE state = 'UNKNOWN';--> statement-breakpoint
CREATE INDEX "payment_shares_open" ON "payment_shares" USING btree ("kind","order_payment_id") WHERE owed_cents is null;--> statement-breakpoint
ALTER TABLE "payment_shares" DROP COLUMN "open";--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_looked_at" CHECK (("payment_shares"."owed_cents" is null) = ("payment_shares"."reached_cents" is null));
--> statement-breakpoint
UPDATE payment_shares s SET currency = o.currency
  FROM order_payments p JOIN orders o ON o.id = p.order_id WHERE p.id = s.order_payment_id AND o.currency <> 'usd';
--> statement-breakpoint
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION share_disputed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET owed_cents = null, reached_cents = null, waits_until = '-infinity'
   WHERE order_payment_id = NEW.order_payment_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE FUNCTION share_transferred_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_shares SET owed_cents = null, reached_cents = null, waits_until = '-infinity'
   WHERE order_payment_id = NEW.order_payment_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER share_transferred_payment AFTER UPDATE OF status ON creator_transfers
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION share_transferred_payment();
