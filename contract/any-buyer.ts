/** The address that a page names when it knows none: it narrows nothing, and like any other it opens nothing. */
export const anyBuyer = "demo@example.com";
