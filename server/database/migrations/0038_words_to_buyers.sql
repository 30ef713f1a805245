ALTER TABLE "products" ALTER COLUMN "digital_expiration_days" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "digital_expiration_days" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "digital_downloads" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "thanks_note" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "buy_button_text" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_thanks_note" CHECK (char_length("products"."thanks_note") between 1 and 1000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_buy_button_text" CHECK (char_length("products"."buy_button_text") between 1 and 30);