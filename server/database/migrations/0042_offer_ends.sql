ALTER TABLE "order_bumps" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upsells" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
DROP TRIGGER next_revision ON order_bumps;--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF main_product_id, bump_product_id, title, description, discount_type, discount_value, position, active, ends_at ON order_bumps FOR EACH ROW EXECUTE FUNCTION next_revision();--> statement-breakpoint
DROP TRIGGER next_revision ON upsells;--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF trigger_product_id, upsell_product_id, title, description, discount_type, discount_value, sequence, active, ends_at ON upsells FOR EACH ROW EXECUTE FUNCTION next_revision();
