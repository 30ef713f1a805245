/** Whether this is `npm run test:long`, which has time for what is rarely found. `npm test` runs a fixed share of it. */
export const isLongRun = process.env["TEST_LONG"] === "1";
