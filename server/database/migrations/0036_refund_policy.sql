ALTER TABLE "users" ADD COLUMN "refund_days" integer DEFAULT 30;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "refund_terms" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_refund_days" CHECK ("users"."refund_days" in (0, 7, 14, 30));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_refund_terms" CHECK (length("users"."refund_terms") between 1 and 80);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_refund_policy" CHECK (("users"."refund_days" is null) <> ("users"."refund_terms" is null));--> statement-breakpoint
-- It is edited by hand, so it counts among the changes that two tabs must not overwrite.
DROP TRIGGER next_revision ON users;--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF handle, first_name, last_name, tagline, bio, avatar_image_id, refund_days, refund_terms ON users FOR EACH ROW EXECUTE FUNCTION next_revision();
