/** Calls for buyers that answer everybody alike, whoever they are. */
export const openToAll: readonly string[] = [
  "POST /api/create-payment-intent",
  "GET /api/checkout/:productId/price",
  "GET /api/products/:id/session-times",
  // What a browser has left in its own checkouts, by a cookie that opens nothing: none is empty.
  "GET /api/cart-links/:token",
  "GET /api/checkout/:productId/draft",
  "PUT /api/checkout/:productId/draft",
  "DELETE /api/checkout/drafts",
  "GET /api/public/order-bumps/:productId",
  // Ends what this browser holds, and says the same where that is nothing.
  "POST /api/checkout/:checkoutSessionId/leave",
  // Ends what proof there is.
  "POST /api/membership/sign-out",
];
