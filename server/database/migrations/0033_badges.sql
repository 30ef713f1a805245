-- A storefront says who is verified for payouts: cached ones are dropped when that changes.
CREATE FUNCTION payouts_storefront_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('storefront_changed', handle) FROM users WHERE id = COALESCE(NEW.owner_id, OLD.owner_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER payouts_storefront_changed AFTER INSERT OR UPDATE OF transfers_active OR DELETE ON payout_accounts
  FOR EACH ROW EXECUTE FUNCTION payouts_storefront_changed();
