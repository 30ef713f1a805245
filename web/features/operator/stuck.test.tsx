import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { decideStuck, getOperatorCounts, listStuck, StuckItem } from "#contract/operator/operator.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { Stuck } from "./stuck.tsx";

test.each([2, 0])(
  "shows the %i emails that may have been delivered twice, if any",
  async (possibleDuplicates) => {
    server.answer(getOperatorCounts, { ...exampleAnswer(getOperatorCounts), possibleDuplicates });
    server.answer(listStuck, { items: [], nextCursor: null, names: [] });
    await renderScreen(<Stuck kinds={["MAIL"]} />);
    await expect.element(page.getByText("No mails wait")).toBeVisible();
    const sentence = page.getByText("2 emails may have been delivered twice in the last 30 days");
    if (possibleDuplicates > 0) await expect.element(sentence).toBeVisible();
    else await expect.element(sentence).not.toBeInTheDocument();
    await expectAccessible();
  },
);

const held = example(StuckItem, { id: "1", kind: "MAIL", name: "receipt", state: "HELD", why: "" });

test("whoever tries all of a name again of which nothing failed reads that, and not that it was done", async () => {
  server.answer(getOperatorCounts, exampleAnswer(getOperatorCounts));
  server.answer(listStuck, { items: [held], nextCursor: null, names: [{ name: "receipt", count: 1 }] });
  let done = 0;
  const sent: unknown[] = [];
  server.answer(decideStuck, ({ body }) => {
    sent.push(body);
    return { done };
  });
  await renderScreen(<Stuck kinds={["MAIL", "WEBHOOK"]} />);
  await page.getByLabelText("Name").selectOptions("receipt");
  await page.getByRole("button", { name: "Try all again" }).click();
  await expect.element(page.getByText("None of these failed")).toBeVisible();
  await expectAccessible();
  done = 1;
  await page.getByRole("button", { name: "Send it" }).click();
  await expect.element(page.getByText("1 will be tried again")).toBeVisible();
  expect(sent).toEqual([
    { kind: "MAIL", name: "receipt", decision: "RETRY" },
    { kind: "MAIL", id: "1", decision: "RETRY" },
  ]);
});
