/** The code of what is answered to a colleague whose role does not have a call. */
export const roleRefused = "ROLE";

/** The code of what is answered to a page that shows another store than its browser acts for by now. */
export const storeChanged = "STORE_CHANGED";

/** The header in which a page says which store it shows, by the id of that store's creator. */
export const storeHeader = "x-store";
