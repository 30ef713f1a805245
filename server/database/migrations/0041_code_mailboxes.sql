DROP INDEX "verification_tokens_email";--> statement-breakpoint
ALTER TABLE "verification_tokens" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (regexp_replace(case when lower("email") ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower("email"), '@', 1), '.', '') || '@gmail.com' else lower("email") end, '^([^+@]+)[+][^@]*@', '\1@')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "verification_tokens_mailbox" ON "verification_tokens" USING btree ("mailbox","created_at");