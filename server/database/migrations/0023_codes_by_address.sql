DROP INDEX "verification_tokens_live";--> statement-breakpoint
ALTER TABLE "verification_tokens" ADD COLUMN "known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_tokens_live" ON "verification_tokens" USING btree ("browser_hash","email","purpose","token_type") WHERE not verified and not replaced;