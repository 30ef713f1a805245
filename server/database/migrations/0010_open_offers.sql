DROP INDEX "stock_holds_expiry";--> statement-breakpoint
CREATE INDEX "stock_holds_checkout" ON "stock_holds" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_checkout" ON "coupon_redemptions" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "upsell_offers_open" ON "upsell_offers" USING btree ("shown_at") WHERE decision is null and amount_cents is not null;