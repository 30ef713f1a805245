import { HttpError } from "#server/errors.ts";
import { type ConnectablePlatform, PlatformError } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { connectProven } from "./connect-proven.ts";
import type { AccountRow } from "./list-accounts.ts";
import type { Ending } from "./oauth-done.ts";
import { providerNames } from "./provider-names.ts";
import { subscribeAccount } from "./subscribe-account.ts";

/** Takes the creator's agreement to the provider and connects what it proves. Throws nothing: every ending has its words. */
export async function finishOauth(
  services: Services,
  provider: ConnectablePlatform,
  creatorId: string,
  back: Parameters<ConnectablePlatform["finishConnect"]>[0],
): Promise<Ending> {
  const name = providerNames[provider.name];
  try {
    const proven = await provider.finishConnect(back);
    if (proven.length === 0) return { ok: false, message: `You chose no account at ${name}.` };
    const rows = await connectProven(services, { creatorId, connection: "OAUTH" }, proven);
    const deaf: AccountRow[] = [];
    for (const row of rows) if (!(await subscribeAccount(services, row))) deaf.push(row);
    return { ok: true, message: successOf(name, rows, deaf) };
  } catch (error) {
    if (error instanceof HttpError) return { ok: false, status: error.status, message: error.message };
    if (error instanceof PlatformError) {
      services.log.warn({ platform: provider.name, kind: error.kind }, "an account was not connected");
      return failureOf(name, error);
    }
    services.log.error({ err: error, platform: provider.name }, "connecting an account failed");
    const message = "Something went wrong on our side. If the account is not on the list, connect it again.";
    return { ok: false, status: 500, message };
  }
}

function successOf(name: string, rows: AccountRow[], deaf: AccountRow[]): string {
  if (deaf.length > 0) {
    const who = deaf.map(({ username }) => `@${username}`).join(", ");
    return `${who}: connected, but ${name} does not deliver its messages yet. We keep asking.`;
  }
  return rows.length > 1
    ? `${rows.length} social accounts connected successfully`
    : "Social account connected successfully";
}

function failureOf(name: string, { kind }: PlatformError): Ending {
  if (kind === "NOT_REACHED" || kind === "MALFORMED")
    return {
      ok: false,
      status: 502,
      message: `${name} did not answer as it should. Nothing was connected. Please try again in a few minutes.`,
    };
  if (kind === "UNKNOWN_ACCOUNT")
    return {
      ok: false,
      message: `${name} named no account that can answer messages. It has to be a professional account or a Page that you manage.`,
    };
  return {
    ok: false,
    message: `${name} did not accept the agreement: it was used before, took too long, or left out a permission. Please try again, with every permission switched on.`,
  };
}
