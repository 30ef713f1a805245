import "#server/features/checkout/start-checkout.ts";
