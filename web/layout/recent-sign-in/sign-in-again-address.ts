/** Where whoever is signed in leaves for the provider, to prove there once more who they are. */
export const signInAgainAddress = "/api/login?again=true&returnTo=%2Fconfirmed";
