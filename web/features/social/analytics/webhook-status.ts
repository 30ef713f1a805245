import type { Account, Setup } from "#web/features/social/social-queries.ts";

/**
 * Whether events of real accounts arrive, in words. Demo accounts need no webhook, so they never make it done, and nobody
 * is told that one is missing for them.
 */
export function webhookStatus(
  platforms: Setup["platforms"],
  accounts: readonly Pick<Account, "connection">[],
): { done: boolean; text: string } {
  if (platforms.some(({ lastEventAt }) => lastEventAt !== null))
    return { done: true, text: "Events of your real accounts arrive." };
  if (accounts.some(({ connection }) => connection !== "DEMO"))
    return {
      done: false,
      text: "Nothing has arrived from your real accounts yet. Check that the addresses below are entered at the platform, then write to your account from another one.",
    };
  if (accounts.length > 0)
    return {
      done: false,
      text: "Your demo accounts work without webhooks. A real account needs the addresses below.",
    };
  return {
    done: false,
    text: "Real accounts need the addresses below. Demo accounts work without.",
  };
}
