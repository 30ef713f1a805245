import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Assignment } from "#contract/courses/assignment.ts";
import { getSubmission, listSubmissions } from "#contract/courses/submissions.ts";
import { changeRole } from "#contract/team/team.ts";
import { orders } from "#server/database/schema/orders.ts";
import { assignedLesson, pdf } from "#tests/support/assigned-lesson.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

test("an editor reads who handed something in by their name, and never by their address", async () => {
  const { handIn, order, course } = await assignedLesson(app);
  await handIn("Mine");
  const owner = { id: course.ownerId };
  const readers = {
    EDITOR: await colleagueBrowser(app, owner, "EDITOR"),
    ADMIN: await colleagueBrowser(app, owner, "ADMIN"),
  };
  const namesFor = async (role: keyof typeof readers) => {
    const { browser } = readers[role];
    const [listed] = (await browser.call(listSubmissions, { querystring: {} })).body.submissions;
    const page = await browser.call(getSubmission, { params: { id: listed?.id ?? "" } });
    return [listed?.buyerName, page.body.buyerName];
  };
  const called = (customerName: string) =>
    db.update(orders).set({ customerName }).where(eq(orders.id, order.id));
  await called("Ida Bloom");
  expect(await namesFor("EDITOR")).toEqual(["Ida Bloom", "Ida Bloom"]);
  for (const name of ["", "ida@example.com"]) {
    await called(name);
    expect(await namesFor("EDITOR")).toEqual(["A buyer", "A buyer"]);
    const admin = await namesFor("ADMIN");
    expect(admin[0]).toContain("@");
    expect(admin[1]).toBe(admin[0]);
  }
});

test("a link to a course's files opens them for as long as somebody's role has the course", async () => {
  const { send, handIn, course } = await assignedLesson(app);
  const { draft } = (await send(1)).json<Assignment>();
  expect(draft?.files).toHaveLength(1);
  await handIn("");
  const owner = { id: course.ownerId };
  const { browser, person } = await colleagueBrowser(app, owner, "EDITOR");
  const [listed] = (await browser.call(listSubmissions, { querystring: {} })).body.submissions;
  const page = await browser.call(getSubmission, { params: { id: listed?.id ?? "" } });
  const url = page.body.submissions[0]?.files[0]?.url ?? "";
  const open = () => app.app.inject({ url, cookies: browser.cookies });
  expect((await open()).body).toBe(pdf.data);
  await app.as(owner).call(changeRole, { params: { id: person.id }, body: { role: "SUPPORT" } });
  expect((await open()).statusCode).toBe(403);
});
