import {
  createAccountExport,
  createAccountExportLink,
  getAccountExports,
} from "#contract/leaving/account-exports.ts";
import { expect } from "vitest";
import { readZip } from "./read-zip.ts";
import { sessionCookieOf } from "./session-cookie.ts";
import type { TestApp } from "./test-app.ts";

type Creator = { id: string };

/** What creators do with exports of everything, and what is stored of them. */
export function exportsOf(app: TestApp) {
  const { pool, files } = app.services;
  const ask = (creator: Creator, withFiles = false) =>
    app.as(creator).call(createAccountExport, { body: { withFiles } });
  const look = async (creator: Creator) => (await app.as(creator).call(getAccountExports)).body;
  /** To the export that is stored. */
  const linkTo = async (creator: Creator) => {
    const params = { id: (await look(creator)).stored?.id ?? "" };
    return (await app.as(creator).call(createAccountExportLink, { params })).body.url;
  };
  async function fetchFile(url: string, creator?: Creator, headers: Record<string, string> = {}) {
    return app.app.inject({
      url,
      headers: { ...headers, ...(creator && { cookie: await sessionCookieOf(app, creator) }) },
    });
  }
  return {
    ask,
    look,
    linkTo,
    fetchFile,
    /** Has an export made, and opens it. */
    async take(creator: Creator, withFiles = false) {
      expect((await ask(creator, withFiles)).status).toBe(201);
      await app.runJobs();
      const { newest } = await look(creator);
      expect(newest).toMatchObject({ state: "READY", percent: 100 });
      const answer = await fetchFile(await linkTo(creator), creator);
      expect(answer.rawPayload.length).toBe(newest?.sizeBytes);
      return readZip(answer.rawPayload);
    },
    /** The files that are stored of a creator's exports. */
    async storedOf(ownerId: string): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        "select id from account_exports where owner_id = $1",
        [ownerId],
      );
      const ids = new Set(rows.map(({ id }) => id));
      const found: string[] = [];
      for await (const { key } of files.list("exports/"))
        if (ids.has(key.split("/")[1] ?? "")) found.push(key);
      return found;
    },
  };
}
