import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { recordEarlyInput, replayEarlyInput } from "./early-input.ts";

/** What the page hears once its scripts are there: here they are there already, and what is heard before is forgotten. */
const heard: string[] = [];
let drawButtonAnew = () => {};

function PlanForm() {
  const [drawing, setDrawing] = useState(0);
  useEffect(() => {
    drawButtonAnew = () => setDrawing(1);
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        heard.push("sent");
      }}
    >
      {["Monthly", "Yearly"].map((plan) => (
        <label key={plan}>
          <input type="radio" name="plan" onChange={() => heard.push(plan)} />
          {plan}
        </label>
      ))}
      <button key={drawing} type="submit">
        Choose
      </button>
    </form>
  );
}

async function replay() {
  heard.length = 0;
  replayEarlyInput();
  await expect.poll(() => window.earlyInput).toBeUndefined();
  // It sends a moment after it has typed.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test("of radio buttons the one that was pressed last is chosen, however often it was changed", async () => {
  await renderScreen(<PlanForm />);
  recordEarlyInput();
  for (const plan of ["Monthly", "Yearly", "Monthly"]) await page.getByLabelText(plan).click();
  await replay();
  await expect.element(page.getByLabelText("Monthly")).toBeChecked();
  expect(heard.at(-1)).toBe("Monthly");
});

test("a form that was sent is sent once, also where its button was drawn anew meanwhile", async () => {
  await renderScreen(<PlanForm />);
  recordEarlyInput();
  await page.getByRole("button", { name: "Choose" }).click();
  drawButtonAnew();
  await replay();
  expect(heard).toEqual(["sent"]);
  await page.getByRole("button", { name: "Choose" }).click();
  expect(heard).toEqual(["sent", "sent"]);
});
