import { TriangleAlert } from "lucide-react";

/** Why signing in at the provider did not work, and what to do about it. */
export function SignInProblem({ problem }: { problem: string }) {
  return (
    <div
      role="alert"
      className="mb-6 flex gap-3 rounded-xl bg-destructive-soft p-4 text-sm font-medium text-destructive-soft-foreground"
    >
      <TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <p>{signInProblemText(problem)}</p>
    </div>
  );
}

/** The same in words alone. */
export const signInProblemText = (problem: string): string =>
  texts.get(problem) ?? "Signing in did not work. Please try again.";

/** A map, because the word comes from the address bar: an object would also answer to `constructor`. */
const texts = new Map([
  ["provider", "The sign-in service cannot be reached right now. Please try again in a moment."],
  ["denied", "You left the sign-in service without signing in. Nothing was changed."],
  ["expired", "This sign-in took too long, or was begun in another browser. Please start again."],
  [
    "unverified",
    "Your sign-in service has not verified your email address yet. Verify it there, then try again.",
  ],
  ["no-email", "Your sign-in service did not tell us your email address, which your store needs."],
  ["somebody-else", "You signed in as somebody else there. Nothing was changed: use the account you are in."],
  [
    "address-changed",
    "The account with this address has another one since this week. Take this one back by the link in the mail that says so.",
  ],
  [
    "other-account",
    "The account with your email address belongs to another sign-in. Use the one you began with.",
  ],
]);
