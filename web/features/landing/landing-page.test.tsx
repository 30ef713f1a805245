import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { LandingPage } from "./landing-page.tsx";

test("the front page that a script leads to is the operator's as well", async () => {
  // As the server writes it into each page that has a script.
  document.documentElement.dataset.operator = "Läden & Söhne";
  onTestFinished(() => void delete document.documentElement.dataset.operator);
  await renderScreen(<LandingPage plans={[]} />);
  await expect.element(page.getByRole("heading", { level: 1, name: "Läden & Söhne" })).toBeVisible();
  expect(document.body.textContent).not.toContain("Openstall");
});
