import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./support/axe.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

/** The most that a new creator has to do before their store stands there. */
const mostActions = 12;

/** A portrait: much of it blue, with something red. */
const portrait = () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#1f5fae"/><circle cx="200" cy="220" r="110" fill="#e9b08f"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

test("from sign-up to a store in colours of its own with a product on sale are at most 12 actions @phone", async ({
  page,
  browser,
}) => {
  const done: string[] = [];
  /** One press, one field filled in, one file chosen. */
  const act = async (name: string, action: (page: Page) => Promise<unknown>) => {
    done.push(name);
    await action(page);
  };
  const email = newAddress("first");
  await page.goto("/sign-in");
  await act("email", () => page.getByLabel("Email").fill(email));
  await act("send the code", () => page.getByRole("button", { name: /code/i }).first().click());
  const { text } = await mailTo(page.request, email, /sign-in code/);
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
  await act("code", () => page.getByRole("textbox").first().fill(code));
  await expect(page.getByRole("heading", { name: "Welcome! Who runs this stall?" })).toBeVisible();

  const picture = { name: "me.png", mimeType: "image/png", buffer: await portrait() };
  await act("picture", () => page.locator('input[type="file"]').setInputFiles(picture));
  const colours = page.getByRole("group", { name: "Colour", exact: true });
  await expect(colours.getByRole("button", { pressed: true })).toHaveAccessibleName(/^Accent #/);
  const accent = /#[0-9a-f]{6}/.exec(
    (await colours.getByRole("button", { pressed: true }).getAttribute("aria-label")) ?? "",
  )?.[0];
  await act("name", () => page.getByLabel("First Name").fill("Ines"));
  const handle = await page.getByLabel(/handle/i).inputValue();
  await expectAccessible(page);
  await act("open my store", () => page.getByRole("button", { name: "Open my store" }).click());

  await act("add a product", () => page.getByRole("link", { name: "Add product" }).click());
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await act("its type", () =>
    dialog
      .getByRole("group", { name: /Product type/ })
      .getByText("Service", { exact: true })
      .click(),
  );
  await act("its title", () => page.getByLabel("Title").fill("A portrait in an hour"));
  await act("its price", () => page.getByLabel("Price", { exact: true }).fill("49"));
  await act("put on sale", () => page.getByRole("button", { name: "Create Product" }).click());
  await expect(page.getByText("Product created successfully", { exact: true })).toBeVisible();
  expect(done.length, done.join(", ")).toBeLessThanOrEqual(mostActions);

  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await visitor.goto(`/u/${handle}`);
  await expect(visitor.getByText("$49.00")).toBeVisible();
  await expect(visitor.locator(".store")).toHaveAttribute("data-look", "market");
  const design = (await (await page.request.get("/api/my-design")).json()) as {
    accent: string;
    isPublished: boolean;
  };
  expect(design).toMatchObject({ accent, isPublished: true });
});
