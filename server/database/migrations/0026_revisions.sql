ALTER TABLE "users" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_bumps" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "upsells" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_responses" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- A row's revision counts the changes that people make by hand, whoever makes them and wherever. What counts by itself
-- (stock, uses, clicks) is not among the columns, so that a sale disturbs nobody who is writing.
CREATE FUNCTION next_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF handle, first_name, last_name, tagline, bio, avatar_image_id ON users FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF title, slug, description, type, price_cents, original_price_cents, billing_interval, active, featured, cover_image_id, requires_shipping, track_inventory, allow_backorder, allow_order_bumps, max_order_bumps, allow_upsells, max_upsells, digital_file_type, digital_file_id, digital_file_external_url, download_button_text, digital_expiration_days, max_downloads, delivery_note ON products FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF slug, title, content, video_url, video_upload_id, poster_image_id, captions, duration, free_preview, drip_days ON lessons FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF product_id, title, content, image_id, attachment_id, published_at ON posts FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF main_product_id, bump_product_id, title, description, discount_type, discount_value, position, active ON order_bumps FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF trigger_product_id, upsell_product_id, title, description, discount_type, discount_value, sequence, active ON upsells FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF code, name, description, discount_type, discount_value, minimum_order_cents, usage_limit, valid_from, valid_until, first_time_customer_only, active ON coupons FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF social_account_id, keyword, keywords, match_mode, excluded_words, places, response_type, response_text, product_id, is_active ON keyword_responses FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF social_account_id, rule_name, trigger_type, action_type, conditions, response_template, product_id, is_active ON automation_rules FOR EACH ROW EXECUTE FUNCTION next_revision();
--> statement-breakpoint
CREATE TRIGGER next_revision BEFORE UPDATE OF name, email, commission_rate, active ON affiliates FOR EACH ROW EXECUTE FUNCTION next_revision();
