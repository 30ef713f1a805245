import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  Affiliate,
  AffiliateLink,
  createAffiliateLink,
  deleteAffiliateLink,
  listAffiliateLinks,
  listAffiliates,
  updateAffiliate,
  updateAffiliateLink,
} from "#contract/affiliates/affiliates.ts";
import { listCommissions, listPayouts } from "#contract/affiliates/commissions.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { AffiliatesTab } from "./affiliates-tab.tsx";

type Links = Output<typeof listAffiliateLinks>;

const audit = exampleProduct({ title: "Brand audit" });
const june = example(Affiliate, { id: exampleId(), name: "June Ray", commissionRate: 0.125, active: true });
const link = (code: string, facts: Partial<Links[number]> = {}) =>
  example(AffiliateLink, {
    id: exampleId(),
    code,
    url: `https://example.com/u/ines?aff=${code}`,
    affiliate: { id: june.id, name: june.name, email: null, active: true },
    active: true,
    ...facts,
  });

async function openTab(links: Links, { search = "", width }: { search?: string; width?: Width } = {}) {
  server.answer(listAffiliateLinks, links);
  server.answer(listAffiliates, links.length > 0 ? [june] : []);
  server.answer(listMyProducts, [audit]);
  server.answer(listCommissions, []);
  server.answer(listPayouts, []);
  server.answer(createAffiliateLink, ({ body }) => link(body.code));
  return renderScreen(<AffiliatesTab />, { at: `/admin?tab=affiliates${search}`, ...(width && { width }) });
}

const dialog = page.getByRole("dialog", { name: "Create Affiliate Link" });
const create = () => dialog.getByRole("button", { name: "Create Link" }).click();
const notified = (text: string) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();

test("a creator without links is told what they are for, and what a new one lacks", async () => {
  await openTab([], { width: 390 });
  await expect.element(page.getByRole("heading", { name: "No Affiliate Links Yet" })).toBeVisible();
  await expect.element(page.getByText(/They earn a share of what is bought through it\./)).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Create Link" }).click();
  await dialog.getByLabelText("Commission").fill("120");
  await create();
  for (const message of ["Code is required", "Name is required", "Between 0 and 100 %"])
    await expect.element(dialog.getByText(message)).toBeVisible();
  expect(server.calls(createAffiliateLink)).toEqual([]);
  await expectAccessible();
});

test("a link for somebody new is sent with their share", async () => {
  const screen = await openTab([], { search: "&link=new" });
  await dialog.getByLabelText("Code").fill("JUNE20");
  await dialog.getByLabelText("Affiliate's name").fill("June Ray");
  await dialog.getByLabelText("Commission").fill("12.5");
  await create();
  await notified("Affiliate link created successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(createAffiliateLink)).toMatchObject([
    { body: { code: "JUNE20", productId: null, affiliateName: "June Ray", commissionRate: 0.125 } },
  ]);
  expect(screen.address()).toBe("/admin?tab=affiliates");
});

test("somebody known is chosen by name, and is not named again", async () => {
  await openTab([link("JUNE20")], { search: "&link=new" });
  await dialog.getByLabelText("Code").fill("JUNE21");
  await dialog.getByLabelText("Affiliate", { exact: true }).selectOptions("June Ray, 12.5 %");
  await expect.element(dialog.getByLabelText("Affiliate's name")).not.toBeInTheDocument();
  await dialog.getByLabelText("Product").selectOptions("Brand audit");
  await create();
  await notified("Affiliate link created successfully");
  expect(server.calls(createAffiliateLink)).toMatchObject([
    { body: { code: "JUNE21", affiliateId: june.id, productId: audit.id } },
  ]);
});

test("a code that is taken says so, and a press takes one that is free", async () => {
  await openTab([], { search: "&link=new" });
  await dialog.getByLabelText("Code").fill("JUNE20");
  await dialog.getByLabelText("Affiliate's name").fill("June");
  server.refuse(createAffiliateLink, 409, {
    fields: { code: "This code is already taken" },
    suggestions: ["JUNE20-2", "JUNE20-3"],
  });
  await create();
  await expect.element(dialog.getByText("This code is already taken")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "JUNE20-2" }).click();
  await expect.element(dialog.getByLabelText("Code")).toHaveValue("JUNE20-2");
  await expect.element(dialog.getByLabelText("Code")).toHaveFocus();
  await expect.element(dialog.getByText("This code is already taken")).not.toBeInTheDocument();
});

test("a link that the server cannot make is told of, and nothing typed is lost", async () => {
  await openTab([], { search: "&link=new" });
  await dialog.getByLabelText("Code").fill("JUNE20");
  await dialog.getByLabelText("Affiliate's name").fill("June");
  server.refuse(createAffiliateLink, 500);
  await create();
  await notified("Failed to create affiliate link");
  await expect.element(dialog.getByLabelText("Code")).toHaveValue("JUNE20");
});

test("a link is switched off in its row, and whose it is can be changed from there", async () => {
  await openTab([link("JUNE20")]);
  const row = page.getByRole("row").filter({ hasText: "JUNE20" });
  for (const text of ["June Ray", "All products", "$0.00"])
    await expect.element(row).toMatchTextContent(text);
  await expectAccessible();
  server.answer(updateAffiliateLink, () => link("JUNE20", { active: false }));
  await page.getByRole("switch", { name: "Active: JUNE20", exact: true }).click();
  await notified("Affiliate link deactivated successfully");
  await page.getByRole("button", { name: "More actions: JUNE20" }).click();
  await page.getByRole("menuitem", { name: "Edit affiliate" }).click();
  const person = page.getByRole("dialog", { name: "Edit Affiliate" });
  await person.getByLabelText("Commission").fill("30");
  await person.getByLabelText("Email").fill("june@example.com");
  await expectAccessible();
  const changed = { ...june, email: "june@example.com", commissionRate: 0.3 };
  server.answer(updateAffiliate, () => {
    server.answer(listAffiliates, [changed]);
    return changed;
  });
  await person.getByRole("button", { name: "Save Changes" }).click();
  await notified("Affiliate updated successfully");
  await expect.element(page.getByText("30 % of each sale")).toBeVisible();
  expect(server.calls(updateAffiliate)).toMatchObject([
    { params: { id: june.id }, body: { commissionRate: 0.3, email: "june@example.com" } },
  ]);
});

test("a link without sales is deleted, and one with sales is switched off instead", async () => {
  const [unused, used] = [link("JUNE20"), link("MAY20", { conversions: 2, product: audit })];
  await openTab([unused, used]);
  await expect.element(page.getByRole("row").filter({ hasText: "MAY20" })).toMatchTextContent("Brand audit");
  server.answer(deleteAffiliateLink, ({ params }) => ({
    success: true as const,
    deactivated: params.id === used.id,
  }));
  const confirmation = page.getByRole("alertdialog");
  for (const [code, words, press, told] of [
    ["JUNE20", /This action cannot be undone/, "Delete", "Affiliate link deleted successfully"],
    ["MAY20", /It has sold something/, "Deactivate", "Affiliate link deactivated successfully"],
  ] as const) {
    await page.getByRole("button", { name: `More actions: ${code}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.element(confirmation).toMatchTextContent(words);
    await confirmation.getByRole("button", { name: press }).click();
    await notified(told);
    await expect.element(confirmation).not.toBeInTheDocument();
  }
});
