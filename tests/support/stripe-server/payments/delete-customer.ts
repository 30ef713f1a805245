import { endSubscription, hasEnded } from "#tests/support/stripe-server/billing/subscriptions.ts";
import { endpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { getCustomer } from "./customers.ts";
import { detach } from "./payment-methods.ts";

/** Ends the customer's subscriptions and takes their cards. Payments keep naming them, and can be refunded. */
export const deleteCustomerEndpoints: Endpoint[] = [
  endpoint("DELETE /v1/customers/{id}", ({ state, id }) => {
    const customer = getCustomer(state, id);
    for (const subscription of state.tables.subscriptions.values())
      if (subscription.customer === id && !hasEnded(subscription)) endSubscription(state, subscription);
    for (const method of state.tables.payment_methods.values())
      if (method.customer === id) detach(state, method);
    customer.deleted = true;
    state.emit("customer.deleted", customer);
    return { id, object: "customer", deleted: true };
  }),
];
