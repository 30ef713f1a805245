import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { Tabs } from "./tabs.tsx";

function Row() {
  const [waits, setWaits] = useState("");
  const names = [
    "Creators",
    "Payments",
    "Jobs",
    "Mails and webhooks",
    "Books",
    `Abuse reports${waits}`,
    "Log",
  ];
  return (
    <>
      <button onClick={() => setWaits(" and 1,000 more that wait")}>Count</button>
      <Tabs
        label="Operator"
        value="6"
        onValueChange={() => {}}
        tabs={names.map((label, n) => ({ value: String(n), label }))}
      >
        {null}
      </Tabs>
    </>
  );
}

test("the tab that is open stays in sight of a phone, also when a count makes one before it wider", async () => {
  await renderScreen(<Row />, { width: 390 });
  const isInSight = () => {
    const { left, right } = page.getByRole("tab", { name: "Log" }).element().getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  };
  await expect.poll(isInSight).toBe(true);
  await page.getByRole("button", { name: "Count" }).click();
  await expect.element(page.getByRole("tab", { name: /1,000 more/ })).toBeInTheDocument();
  await expect.poll(isInSight).toBe(true);
});
