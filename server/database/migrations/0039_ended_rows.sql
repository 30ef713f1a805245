CREATE INDEX "buyer_sessions_expire" ON "buyer_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_tokens_expire" ON "verification_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "abandoned_carts_checkout" ON "abandoned_carts" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_ended" ON "checkout_sessions" USING btree ("expires_at","session_id") WHERE status in ('ABANDONED', 'EXPIRED');--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "download_grants_expire" ON "download_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_browsers_granted" ON "order_browsers" USING btree ("granted_at");