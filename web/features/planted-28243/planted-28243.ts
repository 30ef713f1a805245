import "#web/features/checkout/checkout-page.tsx";
