// Every table, for the database client and for the migration generator.
export * from "./access.ts";
export * from "./accounts.ts";
export * from "./affiliates.ts";
export * from "./carts.ts";
export * from "./catalog.ts";
export * from "./checkout.ts";
export * from "./coupons.ts";
export * from "./delivery.ts";
export * from "./downloads.ts";
export * from "./files.ts";
export * from "./offers.ts";
export * from "./orders.ts";
export * from "./sandbox.ts";
export * from "./sandbox-subscriptions.ts";
export * from "./social.ts";
export * from "./upsell-offers.ts";
