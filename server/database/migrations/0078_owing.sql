-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_owing" ON "subscriptions" USING btree ("owner_id") WHERE status in ('past_due', 'unpaid');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_past_due";
