/** Where an order is confirmed to its buyer. */
export const successPath = (orderReference: string, email: string): string =>
  `/success?${new URLSearchParams({ payment_intent: orderReference, customer_email: email })}`;

/** Where a payment returns to; the provider adds its own parameters when the bank was asked. */
export const postPurchasePath = (email: string, payment?: { id: string; redirectStatus?: string }): string =>
  `/post-purchase?${new URLSearchParams({
    email,
    ...(payment && {
      payment_intent: payment.id,
      redirect_status: payment.redirectStatus ?? "succeeded",
    }),
  })}`;

/** Where the payment of an add-on returns to: the provider will name the add-on's payment, we the order's. */
export const addOnReturnPath = (email: string, orderReference: string): string =>
  `/post-purchase?${new URLSearchParams({ email, order: orderReference })}`;
