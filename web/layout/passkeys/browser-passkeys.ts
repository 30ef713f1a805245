import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { type beginPasskey, beginPasskeySignIn } from "#contract/accounts/passkeys.ts";
import { callApi, type Output } from "#web/api.ts";

// It loads with the first passkey that is asked for.
const library = () => import("@simplewebauthn/browser");

/** What a passkey says to a challenge, as the server takes it. */
export type PasskeyAnswer = Awaited<ReturnType<typeof askPasskey>>;

/** Has the browser make a passkey. Throws `PasskeyProblem`. */
export async function makePasskey(options: Output<typeof beginPasskey>["options"]) {
  const { startRegistration } = await library();
  // The library's list of ways to reach an authenticator is closed; ours says what browsers said.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return inWords(() => startRegistration({ optionsJSON }));
}

/** Has the browser answer with a passkey that its holder chooses. Throws `PasskeyProblem`. */
export async function askPasskey() {
  const { startAuthentication } = await library();
  const { options } = await callApi(beginPasskeySignIn);
  return inWords(() => startAuthentication({ optionsJSON: options }));
}

/** How long before its end a challenge is asked anew: somebody may choose from the list in the last moment. */
const marginMs = 30_000;

/**
 * Offers passkeys in the list of a field with `autocomplete="username webauthn"`, and gives the one that is chosen to
 * `onChosen`. Where the browser cannot, or there is none, nothing is to be seen of it. Answers how to end it.
 */
export function offerPasskeys(onChosen: (answer: PasskeyAnswer) => void): () => void {
  let isOver = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const offer = async () => {
    if (isOver || !(await canOffer())) return;
    const { startAuthentication } = await library();
    const { options } = await callApi(beginPasskeySignIn);
    if (isOver) return;
    renewal = setTimeout(() => void offer().catch(() => {}), options.timeout - marginMs);
    const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    if (!isOver) onChosen(answer);
  };
  // One that was given up, or cannot be had at the moment: the button is there.
  void offer().catch(() => {});
  return () => {
    isOver = true;
    clearTimeout(renewal);
    void library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
  };
}

const canOffer = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;

/** Why a browser made or used no passkey, for people. */
export class PasskeyProblem extends Error {}

async function inWords<T>(ask: () => Promise<T>): Promise<T> {
  if (!globalThis.PublicKeyCredential)
    throw new PasskeyProblem("This browser has no passkeys. Use a code instead.");
  try {
    return await ask();
  } catch (error) {
    throw new PasskeyProblem(
      problems.get(nameOf(error)) ?? "No passkey was used. Try again, or use a code instead.",
    );
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");

const problems = new Map([
  ["InvalidStateError", "This device or password manager has a passkey of your account already."],
  ["SecurityError", "Passkeys do not work at this address."],
]);
