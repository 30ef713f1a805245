import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { listCoupons } from "#contract/coupons/coupons.ts";
import { everybody } from "#contract/mailings/audience.ts";
import { checkMailing, countAudience, getMailing, updateMailing } from "#contract/mailings/mailings.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { Composer } from "./composer.tsx";

test("an empty draft opens without complaints, and says what is missing once something is typed", async () => {
  const mailing = exampleAnswer(getMailing, {
    subject: "",
    content: { type: "doc", content: [{ type: "paragraph", content: [] }] },
    audience: everybody,
  });
  server.answer(getCurrentUser, exampleAnswer(getCurrentUser));
  server.answer(listMyProducts, []);
  server.answer(listCoupons, []);
  server.answer(countAudience, exampleAnswer(countAudience));
  server.answer(checkMailing, {
    problems: [{ level: "BLOCK", message: "It has no text yet" }],
    kilobytes: 1,
  });
  server.answer(updateMailing, ({ body }) => ({ ...mailing, ...body, revision: 2 }) as never);
  await renderScreen(<Composer mailing={mailing} postalAddress={null} onDeleted={() => {}} />);
  const problem = page.getByText("It has no text yet");
  const subject = page.getByLabelText("Subject", { exact: false }).first();
  await expect.element(subject).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Delete" }).first()).toBeVisible();
  expect(server.calls(checkMailing)).toEqual([]);
  await subject.fill("News from the studio");
  await expect.element(problem).toBeVisible();
});
