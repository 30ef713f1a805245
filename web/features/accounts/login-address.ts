/** The navigation that begins a sign-in or, once signed in, goes on to where the creator wanted to be. */
export function loginAddress(returnTo: string | undefined): string {
  return returnTo ? `/api/login?returnTo=${encodeURIComponent(returnTo)}` : "/api/login?returnTo=%2F";
}
