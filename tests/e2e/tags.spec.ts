import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";

test("a creator tags two of three customers, filters by the tag, and writes to those who have it or not, until it is gone @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  const made = await page.request.post("/api/products", {
    data: { title: "Light", slug: `light-${handle.slice(5)}`, type: "SERVICE", priceCents: 1_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await putOnSale(page.request, id);
  const [ana, ben, cleo] = [newAddress("ana"), newAddress("ben"), newAddress("cleo")];
  for (const email of [ana, ben, cleo]) {
    const buyer = await browser.newContext();
    await buyByCall(buyer.request, id, email);
    await buyer.close();
  }

  // One in their panel, by the keyboard alone.
  await page.goto("/admin?tab=customers&view=customers");
  await page.getByRole("button", { name: ana }).click();
  const name = page.getByLabel("Add a tag");
  await name.fill("  Early bird ");
  await name.press("Enter");
  await expect(page.getByRole("button", { name: "Remove tag: Early bird" })).toBeVisible();
  await name.fill("By mistake");
  await name.press("Enter");
  await page.getByRole("button", { name: "Remove tag: By mistake" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove tag: By mistake" })).toBeHidden();
  await expectAccessible(page);

  // The other in the list, among those that are chosen there; who has it already is not counted.
  await page.getByRole("button", { name: "All customers" }).click();
  await page.getByRole("checkbox", { name: `Choose: ${ana}` }).check();
  await page.getByRole("checkbox", { name: `Choose: ${ben}` }).check();
  const bar = page.getByRole("region", { name: "Chosen people" });
  await expect(bar.getByText("2 chosen")).toBeVisible();
  await bar.getByLabel("Tag", { exact: true }).fill("early bird");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Add tag" }).click();
  await expect(page.getByText("1 person was given “early bird”", { exact: true })).toBeVisible();
  await expect(bar).toBeHidden();

  // By the tag that filters, which a reload keeps.
  const filter = page.getByRole("combobox", { name: "Tag", exact: true });
  await filter.selectOption({ label: "Early bird" });
  await expect(page.getByRole("button", { name: cleo })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: ben })).toBeVisible();
  await expect(page.getByRole("button", { name: cleo })).toBeHidden();
  await page.getByRole("checkbox", { name: `Choose: ${ben}` }).check();
  await bar.getByRole("button", { name: "Choose all 2" }).click();
  await expect(bar.getByText("All 2 chosen")).toBeVisible();
  await bar.getByRole("button", { name: "Clear" }).click();

  await page.getByRole("button", { name: "Tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("button", { name: "Rename: Early bird" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("by mistake");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("You have a tag “By mistake” already")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("First ones");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("button", { name: "Rename: First ones" })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete: By mistake" }).click();
  await expect(dialog.getByText("By mistake")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByText("By mistake")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete: By mistake" }).click();
  await expect(dialog.getByText("By mistake")).toBeHidden();
  await expectAccessible(page);

  await page.goto("/admin?tab=mailings");
  await page.getByRole("button", { name: "Write a mailing" }).click();
  await page.getByLabel("Postal address").fill("Main St 1\nSpringfield");
  await page.getByRole("button", { name: "Save address" }).click();
  await page.getByLabel("Add a condition").selectOption({ label: "Tag" });
  await page.getByLabel("Tag: which").selectOption({ label: "First ones" });
  await expect(page.getByText("2 people get it")).toBeVisible();
  await page.getByLabel("Tag: yes or no").selectOption({ label: "Without the tag" });
  await expect(page.getByText("1 person gets it")).toBeVisible();
  await expect(page.locator("[data-save-status=saved]")).toBeVisible();
  const [tag] = (await (await page.request.get("/api/tags")).json()) as { id: string }[];
  await page.request.delete(`/api/tags/${tag?.id}`);
  await page.reload();
  await expect(page.getByText("0 people get it")).toBeVisible();
  await expect(page.getByText("A tag of its conditions was deleted.")).toBeVisible();
  await expect(page.getByLabel("Tag: which")).toHaveValue(tag?.id ?? "");
  await expectAccessible(page);
});

test("subscribers are tagged in their list, and it is filtered by a tag @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  await page.request.put("/api/mailing-list", {
    data: { isOpen: true, title: "Letters", promise: "", thanksProductId: null },
  });
  const [ana, ben] = [newAddress("ana"), newAddress("ben")];
  for (const email of [ana, ben]) {
    const fan = await browser.newContext();
    const asked = { data: { email } };
    expect((await fan.request.post(`/api/creators/${handle}/subscribers`, asked)).status()).toBe(200);
    const code = /\b\d{6}\b/.exec((await mailTo(page.request, email, /./)).text)?.[0];
    const proof = { data: { email, code } };
    expect((await fan.request.post(`/api/creators/${handle}/subscribers/confirm`, proof)).status()).toBe(200);
    await fan.close();
  }

  await page.goto("/admin?tab=customers&view=subscribers");
  await page.getByRole("checkbox", { name: `Choose: ${ana}` }).check();
  const bar = page.getByRole("region", { name: "Chosen people" });
  await bar.getByLabel("Tag", { exact: true }).fill("Reader");
  await bar.getByLabel("Tag", { exact: true }).press("Enter");
  await expect(page.getByText("1 person was given “Reader”", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Tag", exact: true }).selectOption({ label: "Reader" });
  await expect(page.getByText(ben)).toBeHidden();
  await expect(page).toHaveURL(/[?&]tag=/);
  await expectAccessible(page);
});
