import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { exportsOf } from "#tests/support/account-exports.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { exportKey } from "./export-rows.ts";
import { makeAccountExport } from "./make-export.ts";
import { reconcileAccountExports, removeAccountExports } from "./reconcile-exports.ts";

const app = await testApp();
const { services } = app;
const { pool, files } = services;
const { ask, look, linkTo, fetchFile, take, storedOf } = exportsOf(app);

async function begun(creator: { id: string }) {
  const { body } = await ask(creator);
  await pool.query("delete from job_outbox");
  return { exportId: body.id };
}

test("a worker that was killed: the next one begins again, and what it left behind goes", async () => {
  const creator = await makeCreator(app);
  const { exportId } = await begun(creator);
  const dead = randomUUID();
  await pool.query(
    "update account_exports set state = 'RUNNING', run = $2, runs = 1, seen_at = $3 where id = $1",
    [exportId, dead, app.clock.now()],
  );
  await files.put(exportKey(exportId, dead), Buffer.from("half"), "application/zip");
  // Others live, so that it may be at work.
  await makeAccountExport.handle(services, { exportId });
  expect((await look(creator)).newest?.state).toBe("RUNNING");
  app.clock.advance({ minutes: 6 });
  await reconcileAccountExports.handle(services, {});
  await app.runJobs();
  expect((await look(creator)).newest?.state).toBe("READY");
  expect(await storedOf(creator.id)).toHaveLength(2);
  app.clock.advance({ hours: 2 });
  await removeAccountExports.handle(services, {});
  expect(await storedOf(creator.id)).toHaveLength(1);
  expect((await fetchFile(await linkTo(creator), creator)).statusCode).toBe(200);
});

test("the only worker gives back at once what a killed one was at", async () => {
  const creator = await makeCreator(app);
  const { exportId } = await begun(creator);
  await pool.query(
    "update account_exports set state = 'RUNNING', run = $2, runs = 1, seen_at = $3 where id = $1",
    [exportId, randomUUID(), app.clock.now()],
  );
  await makeAccountExport.resume?.(services);
  await makeAccountExport.handle(services, { exportId });
  expect((await look(creator)).newest?.state).toBe("READY");
});

test("a worker that stops leaves nothing half written, and the next run begins again", async () => {
  const creator = await makeCreator(app);
  const { exportId } = await begun(creator);
  const stopping = new AbortController();
  const slow = {
    ...services,
    files: {
      ...files,
      putStream: async (key: string, stream: Parameters<typeof files.putStream>[1], type: string) => {
        stopping.abort(new Error("the worker stops"));
        return files.putStream(key, stream, type);
      },
    },
  };
  await expect(makeAccountExport.handle(slow, { exportId }, stopping.signal)).rejects.toThrow(
    "the worker stops",
  );
  expect((await look(creator)).newest).toMatchObject({ state: "QUEUED", percent: 0 });
  expect(await storedOf(creator.id)).toEqual([]);
  // Deploys are no fault of it, however many come.
  const { rows } = await pool.query("select runs from account_exports where id = $1", [exportId]);
  expect(rows).toEqual([{ runs: 0 }]);
  await app.runJobs();
  expect((await look(creator)).newest?.state).toBe("READY");
});

test("a run that another has taken over finishes nothing", async () => {
  const creator = await makeCreator(app);
  const { exportId } = await begun(creator);
  const overtaken = {
    ...services,
    files: {
      ...files,
      putStream: async (...given: Parameters<typeof files.putStream>) => {
        const bytes = await files.putStream(...given);
        await pool.query("update account_exports set run = $2 where id = $1", [exportId, randomUUID()]);
        return bytes;
      },
    },
  };
  await makeAccountExport.handle(overtaken, { exportId });
  expect((await look(creator)).newest).toMatchObject({ state: "RUNNING" });
  expect(await storedOf(creator.id)).toEqual([]);
  const { rows } = await pool.query("select 1 from mail_outbox where recipient = $1", [creator.email]);
  expect(rows).toEqual([]);
  await pool.query("update account_exports set state = 'FAILED' where id = $1", [exportId]);
});

test("a store that refuses is asked five times, then the creator is told and may ask again; what there was is there", async () => {
  const creator = await makeCreator(app);
  await take(creator);
  const storedNow = async () => (await fetchFile(await linkTo(creator), creator)).statusCode;
  const { exportId } = await begun(creator);
  const refusing = {
    ...services,
    files: { ...files, putStream: () => Promise.reject(new Error("no store")) },
  };
  for (let run = 1; run < 5; run++) {
    await expect(makeAccountExport.handle(refusing, { exportId })).rejects.toThrow("no store");
    // Minutes later it is asked again, and until then by nobody: what refuses may come back.
    await makeAccountExport.handle(services, { exportId });
    await app.runJobs();
    expect((await look(creator)).newest?.state).toBe("QUEUED");
    expect(await storedNow()).toBe(200);
    app.clock.advance({ minutes: 6 });
  }
  await makeAccountExport.handle(refusing, { exportId });
  await pool.query("delete from job_outbox where name = 'make-account-export'");
  await app.runJobs();
  expect((await look(creator)).newest?.state).toBe("FAILED");
  expect(await storedNow()).toBe(200);
  const { rows } = await pool.query(`select subject from mailbox where "to" = $1`, [creator.email]);
  expect(rows).toEqual([{ subject: "Your export is ready" }, { subject: "Your export could not be made" }]);
  await take(creator);
  const { newest, stored } = await look(creator);
  expect(stored).toEqual(newest);
});

test("what fails once an export is ready takes nothing of it away, and what it replaced goes later", async () => {
  const creator = await makeCreator(app);
  await take(creator);
  const { exportId } = await begun(creator);
  const remove = (key: string) =>
    key.startsWith(`exports/${exportId}/`) ? files.remove(key) : Promise.reject(new Error("no store"));
  const stuck = { ...services, files: { ...files, remove } };
  await makeAccountExport.handle(stuck, { exportId });
  expect((await look(creator)).newest).toMatchObject({ id: exportId, state: "READY" });
  expect((await fetchFile(await linkTo(creator), creator)).statusCode).toBe(200);
  expect(await storedOf(creator.id)).toHaveLength(2);
  app.clock.advance({ hours: 2 });
  await removeAccountExports.handle(services, {});
  expect(await storedOf(creator.id)).toHaveLength(1);
});

test("an export whose end the database took, and said so to nobody, is ready", async () => {
  const creator = await makeCreator(app);
  const { exportId } = await begun(creator);
  let isOver = false;
  /** Loses its answer to the commit that follows the export's end. */
  const connect = async () => {
    const client = await pool.connect();
    const query = (asked: unknown, ...values: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(client.query, client, [asked, ...values]);
      if (asked instanceof Object && "text" in asked)
        isOver ||= String(asked.text).includes("state = 'READY', percent = 100");
      if (!isOver || asked !== "commit") return answer;
      return Promise.resolve(answer).then(() =>
        Promise.reject(new Error("Connection terminated unexpectedly")),
      );
    };
    return Object.assign(Object.create(client) as typeof client, { query });
  };
  const deaf = Object.assign(Object.create(pool) as typeof pool, {
    connect,
    query: pool.query.bind(pool),
  });
  await makeAccountExport.handle({ ...services, pool: deaf }, { exportId });
  expect(isOver).toBe(true);
  const { newest } = await look(creator);
  expect(newest?.state).toBe("READY");
  expect((await fetchFile(await linkTo(creator), creator)).statusCode).toBe(200);
});

test("two are made at once, and the third when one of them has ended", async () => {
  const creators = [await makeCreator(app), await makeCreator(app), await makeCreator(app)];
  const [first, second, third] = [
    await begun(creators[0] as never),
    await begun(creators[1] as never),
    await begun(creators[2] as never),
  ];
  for (const { exportId } of [first, second])
    await pool.query("update account_exports set state = 'RUNNING', run = $2, seen_at = $3 where id = $1", [
      exportId,
      randomUUID(),
      app.clock.now(),
    ]);
  await makeAccountExport.handle(services, third);
  expect((await look(creators[2] as never)).newest?.state).toBe("QUEUED");
  await pool.query("update account_exports set state = 'QUEUED', run = null where id = $1", [first.exportId]);
  await makeAccountExport.handle(services, first);
  await app.runJobs();
  expect((await look(creators[2] as never)).newest?.state).toBe("READY");
  await pool.query("update account_exports set state = 'FAILED' where id = $1", [second.exportId]);
});
