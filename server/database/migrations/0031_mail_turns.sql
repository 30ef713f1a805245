DROP INDEX "mail_outbox_waiting";--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting_receipts" ON "mail_outbox" USING btree ("owner_id","due_at") WHERE state = 'WAITING' and template = 'receipt';--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting_news" ON "mail_outbox" USING btree ("owner_id","due_at") WHERE state = 'WAITING' and template <> 'receipt';