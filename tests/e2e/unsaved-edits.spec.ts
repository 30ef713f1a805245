import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** A product of a new creator, to be edited in as many tabs as a test opens. */
async function makeProduct(page: Page): Promise<string> {
  await signInAsNewCreator(page, { firstName: "Ines" });
  const answer = await page.request.post("/api/products", {
    data: {
      title: "Field notes",
      slug: `notes-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 1_900,
    },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return id;
}

const editing = (id: string) => `/admin?tab=products&product=${id}`;

test("a product that another tab changed meanwhile is put together with what was typed here @any-width", async ({
  page,
  context,
}) => {
  const id = await makeProduct(page);
  await page.goto(editing(id));
  await page.getByLabel("Title").fill("Field notes, second edition");
  await page.getByLabel("Price", { exact: true }).fill("32,00");
  await expect(page.getByText("= $32.00")).toBeVisible();

  const other = await context.newPage();
  await other.goto(editing(id));
  await other.getByLabel("Description", { exact: true }).fill("Forty pages on birds.");
  await other.getByLabel("Price", { exact: true }).fill("25");
  await other.getByRole("button", { name: "Save Changes" }).click();
  await expect(other.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Changed elsewhere while you were writing")).toBeVisible();
  await expect(page.getByText("Changed in both places, and yours is shown: price.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Field notes, second edition");
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("32,00");
  await expect(page.getByLabel("Description", { exact: true })).toHaveText("Forty pages on birds.");
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("merged.png") });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const products = (await (await page.request.get("/api/my-products")).json()) as object[];
  expect(products).toMatchObject([
    { title: "Field notes, second edition", description: "Forty pages on birds.", priceCents: 3_200 },
  ]);
});

test("what was typed outlives a reload and a lost network, which is called by its name @any-width", async ({
  page,
  context,
}) => {
  const id = await makeProduct(page);
  await page.goto(editing(id));
  await page.getByLabel("Title").fill("Typed and not saved");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("What you had typed is back")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Typed and not saved");
  await expectAccessible(page);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(
    page.getByText("You are offline. Nothing was lost: try again once you are connected."),
  ).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Saved, it is not offered back; started over, it is gone.
  await page.goto(editing(id));
  await expect(page.getByLabel("Title")).toHaveValue("Typed and not saved");
  await expect(page.getByText("What you had typed is back")).toHaveCount(0);
  await page.getByLabel("Title").fill("Not wanted");
  await page.reload();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Typed and not saved");
  await page.reload();
  await expect(page.getByText("What you had typed is back")).toHaveCount(0);
});
