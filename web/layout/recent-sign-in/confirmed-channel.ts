/** By which the window that came back from the provider tells the one that waits. */
export const confirmedChannel = "openstall:confirmed";
