import { expect, test } from "vitest";
import {
  createAccountExport,
  createAccountExportLink,
  getAccountExports,
} from "#contract/leaving/account-exports.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("hours after a recent sign-in a download that broke off goes on, and no other link is made", async () => {
  const browser = await signedInBrowser(app, await makeCreator(app));
  await browser.call(createAccountExport, { body: { withFiles: false } });
  await app.runJobs();
  const params = { id: (await browser.call(getAccountExports)).body.newest?.id ?? "" };
  const { status, body } = await browser.call(createAccountExportLink, { params });
  expect(status).toBe(201);
  const rest = { url: body.url, cookies: browser.cookies, headers: { range: "bytes=10-" } };
  app.clock.advance({ hours: 11 });
  expect((await app.app.inject(rest)).statusCode).toBe(206);
  expect((await browser.call(createAccountExportLink, { params })).status).toBe(403);
  app.clock.advance({ hours: 2 });
  expect((await app.app.inject(rest)).statusCode).toBe(404);
});
