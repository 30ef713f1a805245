CREATE INDEX "affiliates_email" ON "affiliates" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "commissions_link" ON "commissions" USING btree ("affiliate_link_id");