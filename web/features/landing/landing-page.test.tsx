import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { LandingPage } from "./landing-page.tsx";

const review = (text: string) => ({
  text,
  authorName: "Ada L.",
  productTitle: "Field notes",
  creatorName: "Maya Lindqvist",
  creatorHandle: "maya",
});

test("a live installation shows its own figures and reviews, and no example", async () => {
  const facts = {
    creators: 1,
    replies: 1_240,
    revenueCents: 1_234_567,
    reviews: [review("Paid for itself in a week.")],
  };
  await renderScreen(<LandingPage plans={[]} facts={facts} />);
  const statistics = page.getByRole("region", { name: "Statistics" });
  for (const text of ["1", "creator", "1,240", "DMs answered", "$12,345", "revenue"])
    await expect.element(statistics.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText("“Paid for itself in a week.”")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Field notes by Maya Lindqvist" }))
    .toHaveAttribute("href", "/u/maya");
  expect(page.getByText(/Example content|10,000\+/).elements()).toEqual([]);
  await expectAccessible();
});

test("without anything to show, neither figures nor testimonials stand on the landing page", async () => {
  await renderScreen(
    <LandingPage plans={[]} facts={{ creators: 0, replies: 0, revenueCents: 0, reviews: [] }} />,
  );
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(page.getByRole("region", { name: "Statistics" }).elements()).toEqual([]);
  expect(page.getByText("Testimonials").elements()).toEqual([]);
});

test("the front page that a script leads to is the operator's as well", async () => {
  // As the server writes it into each page that has a script.
  document.documentElement.dataset.operator = "Läden & Söhne";
  onTestFinished(() => void delete document.documentElement.dataset.operator);
  await renderScreen(<LandingPage plans={[]} />);
  await expect.element(page.getByRole("heading", { level: 1, name: "Läden & Söhne" })).toBeVisible();
  expect(document.body.textContent).not.toContain("Openstall");
});
