/**
 * The place on a store's page that says that what somebody had left is not on sale any more. It is seen by who comes with it
 * in the address alone, which browsers do without a script and without asking the server for another page.
 */
export const notOnSale = "not-on-sale";
