import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  Affiliate,
  AffiliateLink,
  listAffiliateLinks,
  listAffiliates,
} from "#contract/affiliates/affiliates.ts";
import {
  cancelPayout,
  createPayout,
  getAffiliateOverview,
  listCommissions,
  listPayouts,
  markPayoutPaid,
  Payout,
} from "#contract/affiliates/commissions.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { AffiliatePage } from "./affiliate-page.tsx";
import { AffiliatesTab } from "./affiliates-tab.tsx";

const june = { id: exampleId(), name: "June Ray", email: "june@example.com" };
const payout = example(Payout, {
  id: exampleId(),
  method: "CSV",
  totalCents: 4_250,
  affiliates: [{ ...june, amountCents: 4_250 }],
  createdAt: "2026-03-09T12:00:00.000Z",
});

/** The tab of a creator who owes June $42.50, until it is in a payout. */
async function openTab() {
  let payouts: Output<typeof listPayouts> = [];
  server.answer(listAffiliateLinks, [
    example(AffiliateLink, { id: exampleId(), code: "JUNE20", affiliate: { ...june, active: true } }),
  ]);
  server.answer(listAffiliates, () => [
    example(Affiliate, {
      ...june,
      active: true,
      payableCents: payouts.length > 0 ? 0 : 4_250,
      pendingCents: 800,
    }),
  ]);
  server.answer(listMyProducts, []);
  server.answer(listCommissions, []);
  server.answer(listPayouts, () => payouts);
  server.answer(createPayout, () => (payouts = [payout]));
  server.answer(cancelPayout, () => {
    payouts = [];
    return { success: true as const };
  });
  server.answer(markPayoutPaid, () => {
    const paid = { ...payout, paidAt: "2026-03-10T12:00:00.000Z" };
    payouts = [paid];
    return paid;
  });
  return renderScreen(<AffiliatesTab />, { at: "/admin?tab=affiliates" });
}

const confirmation = page.getByRole("alertdialog");
const row = page.getByRole("list", { name: "Payouts" }).getByRole("listitem").first();
const notified = (text: string) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();

async function create() {
  await page.getByRole("button", { name: "Create payout" }).click();
  await confirmation.getByRole("button", { name: "Create payout" }).click();
  await notified("Payout created successfully");
}

test("a payout is asked about before it is made, and made only then", async () => {
  await openTab();
  await expect.element(page.getByText("$42.50 is payable to 1 affiliate.")).toBeVisible();
  await page.getByRole("button", { name: "Create payout" }).click();
  await expect.element(confirmation).toMatchTextContent("$42.50 for 1 affiliate.");
  await expectAccessible();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect.element(confirmation).not.toBeInTheDocument();
  expect(server.calls(createPayout)).toHaveLength(0);
});

test("a payout says who gets what, leads to its list, and can be cancelled until it is paid", async () => {
  await openTab();
  await create();
  await expect.element(row).toMatchTextContent("To be paid");
  await expect
    .element(row.getByRole("listitem"))
    .toMatchTextContent(/June Ray, june@example\.com\s*\$42\.50/);
  // What she gets, and what all of them get.
  expect(row.getByText("$42.50").elements()).toHaveLength(2);
  await expect
    .element(row.getByRole("link", { name: /Export CSV/ }))
    .toHaveAttribute("href", `/api/affiliate-payouts/${payout.id}/export`);
  await expect.element(page.getByText("Nothing is payable at the moment.")).toBeVisible();
  await expectAccessible();
  await row.getByRole("button", { name: "Cancel payout" }).click();
  await confirmation.getByRole("button", { name: "Cancel payout" }).click();
  await notified("Payout cancelled successfully");
  await expect.element(page.getByRole("list", { name: "Payouts" })).not.toBeInTheDocument();
});

test("a payout that is marked as paid says when, and cannot be paid again", async () => {
  await openTab();
  await create();
  await row.getByRole("button", { name: "Mark as paid" }).click();
  await confirmation.getByRole("button", { name: "Mark as paid" }).click();
  await notified("Payout marked as paid");
  await expect.element(row).toMatchTextContent("Paid Mar 10, 2026");
  await expect.element(row.getByRole("button", { name: "Mark as paid" })).not.toBeInTheDocument();
  await expect.element(row.getByRole("button", { name: "Cancel payout" })).not.toBeInTheDocument();
});

test("whom the owner has made an admin sees payouts, and is not offered to make, pay or cancel one", async () => {
  await openTab();
  server.actAs("ADMIN");
  server.answer(listPayouts, [payout]);
  const affiliates = [example(Affiliate, { ...june, active: true, payableCents: 4_250 })];
  server.answer(listAffiliates, affiliates);
  await renderScreen(<AffiliatesTab />, { at: "/admin?tab=affiliates" });
  await expect.element(row.getByRole("link", { name: /Export CSV/ })).toBeVisible();
  await expect.element(page.getByText("$42.50 is payable to 1 affiliate.")).toBeVisible();
  for (const name of ["Create payout", "Mark as paid", "Cancel payout"])
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
});

test("a transfer that was refused says why, and what to do", async () => {
  await openTab();
  server.answer(listPayouts, [{ ...payout, failure: "the account is closed" }]);
  await renderScreen(<AffiliatesTab />, { at: "/admin?tab=affiliates" });
  await expect
    .element(row)
    .toMatchTextContent("refused this transfer: the account is closed. Pay it by hand, or cancel it.");
});

test("nobody's affiliate is told so, and under which address they would be one", async () => {
  server.answer(getAffiliateOverview, exampleAnswer(getAffiliateOverview));
  await renderScreen(<AffiliatePage email="june@example.com" account={<p>Account</p>} />);
  await expect.element(page.getByRole("heading", { name: "You are no affiliate yet" })).toBeVisible();
  await expect.element(page.getByText("under june@example.com")).toBeVisible();
  await expect.element(page.getByText("Account", { exact: true })).not.toBeInTheDocument();
  await expectAccessible();
});
