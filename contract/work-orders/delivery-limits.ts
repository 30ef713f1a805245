/** What one delivery holds at most, and how many there are of one order. */
export const mostDeliveryMessage = 5_000;
export const mostDeliveredFiles = 10;
export const mostDeliveries = 50;
