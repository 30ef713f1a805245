/** The code of the 403 that asks whoever is signed in to prove once more who they are. */
export const recentSignInRequired = "RECENT_SIGN_IN_REQUIRED";
/** How many minutes ago they may have done so. */
export const recentMinutes = 15;
