CREATE INDEX "verification_tokens_email" ON "verification_tokens" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "abandoned_carts_email" ON "abandoned_carts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "mail_suppressions_email" ON "mail_suppressions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "cart_versions_email" ON "cart_versions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "checkout_sessions_email" ON "checkout_sessions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "mail_outbox_recipient" ON "mail_outbox" USING btree (lower("recipient"));