import type { FastifyRequest } from "fastify";
import { revokeOtherSessions, revokeSession, updateProfile } from "#contract/accounts/accounts.ts";
import { changeEmail, requestEmailChange } from "#contract/accounts/email-change.ts";
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from "#contract/accounts/passkeys.ts";
import {
  cancelSignInReset,
  makeRecoveryCodes,
  turnEmailedCodesOff,
  turnEmailedCodesOn,
} from "#contract/accounts/recovery-codes.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { askForDeletion } from "#contract/leaving/account-deletion.ts";
import { acceptInvitation, declineInvitation, leaveTeam } from "#contract/team/own-teams.ts";
import {
  changeRole,
  inviteColleague,
  removeColleague,
  resendInvitation,
  withdrawInvitation,
} from "#contract/team/team.ts";
import type { Config } from "#server/config.ts";
import { Forbidden } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import { demoHandle } from "./demo-creator.ts";

/** What would end a public demo for everyone, or hand its account to one visitor. Texts, products and prices are theirs to try. */
export const refusedInSharedDemo: readonly Endpoint[] = [
  requestEmailChange,
  changeEmail,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  turnEmailedCodesOff,
  turnEmailedCodesOn,
  makeRecoveryCodes,
  cancelSignInReset,
  inviteColleague,
  resendInvitation,
  withdrawInvitation,
  changeRole,
  removeColleague,
  acceptInvitation,
  declineInvitation,
  leaveTeam,
  askForDeletion,
  revokeSession,
  revokeOtherSessions,
];

/** Whether an account is the one that every visitor of a public demo is signed in to. On a laptop it belongs to one person. */
export const isSharedDemo = ({ demo, mode }: Pick<Config, "demo" | "mode">, handle: string): boolean =>
  demo && mode === "live" && handle === demoHandle;

/** Refuses, to a shared demo account, what one visitor must not do to all others. */
export function protectSharedDemo(app: App): void {
  const refused = new Set(refusedInSharedDemo.map(({ method, url }) => `${method} ${url}`));
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.signedIn?.isShared && refused.has(callOf(request)) ? sharedDemo() : undefined);
  });
  app.addHook("preHandler", (request, _reply, done) => {
    done(request.signedIn?.isShared && isRenaming(request) ? sharedDemo() : undefined);
  });
}

const callOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url}`;

function isRenaming(request: FastifyRequest): boolean {
  if (callOf(request) !== `${updateProfile.method} ${updateProfile.url}`) return false;
  const { handle = demoHandle } = request.body as { handle?: string };
  return handle !== demoHandle;
}

const sharedDemo = () =>
  Forbidden(
    "Everyone who visits this demo shares this account, so this can't be changed here. Sign in with your own email to try it.",
    "SHARED_DEMO",
  );
