import { expect } from "vitest";
import { askForDeletion, getAccountDeletion, keepAccount } from "#contract/leaving/account-deletion.ts";
import { checkPayouts, connectPayouts } from "#contract/payouts/payouts.ts";
import { completeSandboxOnboarding } from "#contract/dev/sandbox.ts";
import {
  carryOutDeletions,
  remindOfDeletions,
} from "#server/features/leaving/deletion/carry-out-deletions.ts";
import { makeCreator } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type Creator = Awaited<ReturnType<typeof makeCreator>>;

/** A creator whose sales reach them at once, so that no money of theirs waits here. */
export async function makeOnboarded(app: TestApp, fields: Parameters<typeof makeCreator>[1] = {}) {
  const creator = await makeCreator(app, fields);
  const me = app.as(creator);
  const { body } = await me.call(connectPayouts);
  await app.call(completeSandboxOnboarding, { params: { token: body.url.split("/").at(-1) ?? "" } });
  expect((await me.call(checkPayouts)).status).toBe(200);
  return creator;
}

/** What creators do to have their accounts deleted, and time. */
export function leavingOf(app: TestApp) {
  const { pool } = app.services;
  const look = async (creator: Creator) => (await app.as(creator).call(getAccountDeletion)).body;
  const ask = (creator: Creator, handle = creator.handle) =>
    app.as(creator).call(askForDeletion, { body: { handle } });
  const carryOut = () => carryOutDeletions.handle(app.services, {});
  const stateOf = async ({ id }: { id: string }) =>
    (await pool.query<{ state: string }>("select state from account_deletions where owner_id = $1", [id]))
      .rows[0]?.state;
  const pass = async (time: Parameters<TestApp["clock"]["advance"]>[0]) => {
    app.clock.advance(time);
    await app.reconcile();
    await app.runJobs();
    await remindOfDeletions.handle(app.services, {});
    await carryOut();
    await app.runJobs();
  };
  return {
    ask,
    look,
    keep: (creator: Creator) => app.as(creator).call(keepAccount),
    carryOut,
    pass,
    stateOf,
    /** Asks, and lets everything happen. */
    async leave(creator: Creator) {
      const asked = await ask(creator);
      expect([asked.status, asked.text]).toMatchObject([201, expect.anything()]);
      await pass({ days: 7, minutes: 1 });
      expect(await stateOf(creator)).toBe("ERASED");
      await pass({ hours: 1, minutes: 1 });
      expect(await stateOf(creator)).toBe("DONE");
    },
  };
}
