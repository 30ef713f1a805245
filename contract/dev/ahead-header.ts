/** Header of every API answer once local mode has moved the shop's clock: minutes it is ahead of the machine's. */
export const aheadHeader = "x-shop-ahead-minutes";
