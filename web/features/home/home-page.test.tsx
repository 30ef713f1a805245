import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { getHome } from "#contract/home/home.ts";
import { OrderRow } from "#contract/orders/order-page.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import { HomePage } from "./home-page.tsx";

type Stats = Parameters<typeof exampleAnswer<typeof getDashboardStats>>[1];
type Home = Parameters<typeof exampleAnswer<typeof getHome>>[1];

type Facts = { firstName?: string; hasSold?: boolean; stats?: Stats; home?: Home; width?: Width };

async function openHome({
  firstName = "Ines",
  hasSold = false,
  stats = {},
  home = {},
  width = 1280,
}: Facts = {}) {
  server.answer(getDashboardStats, exampleAnswer(getDashboardStats, stats));
  server.answer(getHome, exampleAnswer(getHome, home));
  const person = { firstName, hasSold, role: "OWNER" } as const;
  const user = exampleAnswer(getCurrentUser, { id: exampleId(), handle: "ines", ...person });
  await renderScreen(
    <HomePage user={user} origin="https://shop.example.com" social={<p>Messages</p>} celebration={null} />,
    { width },
  );
}

const done: Stats = {
  products: [{ id: exampleId(), title: "Guide", isOnSale: true, orderCount: 1 }],
  socialAccountCount: 1,
  keywordResponseCount: 1,
  totalOrders: 2,
  totalRevenue: 3_800,
};

test.each([390, 1280] as const)(
  "at %i px a new creator's home says what is left to do, and leads to it",
  async (width) => {
    await openHome({ width });
    await expect.element(page.getByRole("heading", { level: 1, name: "Welcome, Ines!" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Store Launch Checklist" })).toBeVisible();
    await expect.element(page.getByText("20%")).toBeVisible();
    await expect.element(page.getByText("4 tasks remaining")).toBeVisible();
    await expect.poll(() => page.getByText("Priority", { exact: true }).elements().length).toBe(2);
    await expect
      .element(page.getByRole("link", { name: "Add product" }))
      .toHaveAttribute("href", "/admin?tab=products&product=new");
    await expect
      .element(page.getByRole("link", { name: "View My Store" }))
      .toHaveAttribute("href", "/u/ines");
    await expect.element(page.getByText("$0.00").first()).toBeVisible();
    await expectAccessible();
  },
);

test("without a first name the profile is a task of priority, too", async () => {
  await openHome({ firstName: "" });
  await expect.element(page.getByRole("heading", { level: 1, name: "Welcome!" })).toBeVisible();
  await expect.element(page.getByText("0%")).toBeVisible();
  await expect.poll(() => page.getByText("Priority", { exact: true }).elements().length).toBe(3);
  await expect.element(page.getByRole("link", { name: "Edit profile" })).toHaveAttribute("href", "/account");
});

test("a launch that is done folds away below the day, and opens by a press", async () => {
  const sale = example(OrderRow, { id: exampleId(), totalCents: 1_900, currency: "usd" });
  await openHome({ stats: done, home: { latest: [sale] } });
  await expect.element(page.getByText("100%")).toBeVisible();
  const headings = page.getByRole("heading").elements();
  const places = ["Today", "Store Launch Checklist"].map((name) =>
    headings.findIndex(({ textContent }) => textContent === name),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const checklist = page.getByRole("group").filter({ hasText: "Store Launch Checklist" });
  await expect.element(checklist.getByText("Congratulations! Your store is ready.")).toBeVisible();
  await expect.element(checklist.getByText("Receive your first payment")).not.toBeVisible();
  await checklist.getByRole("heading", { name: "Store Launch Checklist" }).click();
  await expect.element(checklist.getByText("Receive your first payment")).toBeVisible();
  await expectAccessible();
});

test("the store's address is copied by a press, and shown as a code that is saved as a picture", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openHome({ stats: done });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.element(page.getByText("Link copied", { exact: true })).toBeVisible();
  expect(copied).toHaveBeenCalledWith("https://shop.example.com/u/ines");
  await page.getByRole("button", { name: "QR code" }).click();
  await expect
    .element(page.getByRole("img", { name: "QR code of https://shop.example.com/u/ines" }))
    .toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Download SVG" }))
    .toHaveAttribute("download", "ines-store.svg");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a copy that the browser refuses is told of", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
  await openHome({ stats: done });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.element(page.getByText("The link could not be copied.", { exact: true })).toBeVisible();
});

test("figures that cannot be loaded say why, and are asked for again", async () => {
  server.answer(getHome, exampleAnswer(getHome));
  server.refuse(getDashboardStats, 503, { message: "This took too long." });
  const user = exampleAnswer(getCurrentUser, { id: exampleId(), handle: "ines", role: "OWNER" });
  await renderScreen(
    <HomePage user={user} origin="https://shop.example.com" social={null} celebration={null} />,
  );
  await expect.element(page.getByRole("heading", { name: "Your figures could not be loaded" })).toBeVisible();
  await expect.element(page.getByText("This took too long.")).toBeVisible();
  server.answer(getDashboardStats, exampleAnswer(getDashboardStats));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "Store Launch Checklist" })).toBeVisible();
});

test("nobody is welcomed back before their first sale, and products count as on the plan's page", async () => {
  const on = { id: exampleId(), title: "Guide", isOnSale: true, orderCount: 1 };
  const off = { id: exampleId(), title: "Guide (copy)", isOnSale: false, orderCount: 0 };
  await openHome({ hasSold: true, stats: { ...done, products: [on, off] } });
  await expect.element(page.getByRole("heading", { level: 1, name: "Welcome back, Ines!" })).toBeVisible();
  const counted = page.getByRole("definition").and(page.getByText("1", { exact: true }));
  await expect.element(counted).toBeVisible();
  await expect.element(page.getByText(/Guide \(copy\)/)).not.toBeInTheDocument();
});
