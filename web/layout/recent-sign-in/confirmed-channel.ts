/** By which the window that came back from the provider tells the one that waits. */
export const confirmedChannel = "openstall:confirmed";

/** Where whoever is signed in leaves for the provider, to prove there once more who they are. */
export const signInAgainAddress = "/api/login?again=true&returnTo=%2Fconfirmed";
