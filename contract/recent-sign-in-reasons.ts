/**
 * Whether a change asks for a sign-in of the last 15 minutes. A session may be stolen or left open on a shared computer, so what
 * moves or redirects money, gives it up at scale, changes who may enter or under which address, hands data out or
 * destroys it, asks. Everything else says why it doesn't. `required when …` is enforced by its handler, with
 * `requireRecentSignIn`; the other two by the access hook.
 */
export type RecentSignIn = "required" | `required when ${string}` | `not needed: ${string}`;

/** The common reasons, each of which has to hold for every call that names it. */
export const notNeeded = {
  editing:
    "not needed: edits the store's own content or settings, which the same screen shows and changes back",
  undoable: "not needed: can be undone for 10 minutes",
  endsOffer: "not needed: ends an offer that can be made again, and orders keep what was bought with it",
  casework: "not needed: handles one order, customer or conversation, and moves no money",
  pricing:
    "not needed: changes what new buyers pay, takes no money out, is listed with its sales and is changed back in place",
  endsAccess: "not needed: only takes access away, and giving it again asks for a recent sign-in",
  personal: "not needed: changes what this person sees or receives, and nothing for anyone else",
  preview: "not needed: checks or previews, and changes nothing",
  upload: "not needed: stores a file that nobody sees until content uses it",
  testEmail: "not needed: emails only the person who asks",
  automation:
    "not needed: answers one person at a time after something they did, and is switched off in place",
  stops: "not needed: only stops or postpones what would be sent",
  proof: "not needed: this is how a recent sign-in is given",
} as const satisfies Record<string, RecentSignIn>;
