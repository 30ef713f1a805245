import type { AccountProblem, ProviderError } from "#contract/social/social-accounts.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import type { Account } from "#web/features/social/social-queries.ts";

/** "Instagram error 10/2018300: …", for whoever asks the platform about it. */
export function providerErrorText(
  { code, message }: ProviderError,
  platform: Account["platform"] | undefined,
): string {
  const name = platform ? platformNames[platform] : "Platform";
  return code ? `${name} error ${code}: ${message}` : `${name}: ${message}`;
}

export const connectionName: Readonly<Record<Account["connection"], string>> = {
  DEMO: "Demo Mode",
  OAUTH: "Real connection",
  MANUAL: "Manual setup",
};

type ProblemText = {
  title: string;
  text: string;
  /** What the button beside it does: signs in with the platform again, or takes a new token. */
  nextStep?: "RECONNECT";
};

/** What keeps an account from working, and what to do about it. */
export function problemText(problem: AccountProblem, { platform, connection }: Account): ProblemText {
  const name = platformNames[platform];
  const texts: Record<AccountProblem, ProblemText> = {
    UNCONFIRMED: {
      title: "Not confirmed yet",
      text: `${name} has not confirmed that this account is yours: it did not answer, or this site has no app there yet. Until it does, nothing arrives here. It is asked again by itself; you can also enter the token once more.`,
      nextStep: "RECONNECT",
    },
    RECONNECT: {
      title: "Reconnect",
      text:
        connection === "MANUAL"
          ? `${name} no longer accepts the access token. Enter a new one; your responses and conversations stay.`
          : `${name} no longer lets us in: the permission ended or was taken back. Sign in there again; your responses and conversations stay.`,
      nextStep: "RECONNECT",
    },
    RESTRICTED: {
      title: `Restricted by ${name}`,
      text: `${name} lets this account send no messages at the moment. Look for its notice in the app; when it is settled, reconnect.`,
      nextStep: "RECONNECT",
    },
    MESSAGE_ACCESS_OFF: {
      title: "Message access is off",
      text: "In the Instagram app open Settings > Messages and story replies > Message controls > Connected tools, allow access to messages, and reconnect.",
      nextStep: "RECONNECT",
    },
    PERMISSION_MISSING: {
      title: "A permission is missing",
      text: `${name} does not let this site send messages for this account. Reconnect and allow everything it asks for. If that changes nothing, the site's app at ${name} still needs approval: tell whoever runs it.`,
      nextStep: "RECONNECT",
    },
    NO_CREDITS: {
      title: "No message credits left",
      text: `${name} charges this site for every message, and its credits are used up. Whoever runs the site has to buy more.`,
    },
  };
  return texts[problem];
}
