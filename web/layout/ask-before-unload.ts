/**
 * Asks before this tab is closed or loaded anew, until the function that it answers is called: what is on screen is not on the
 * server yet. Whoever goes to another screen of the app loses nothing: it is sent from there.
 */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}
