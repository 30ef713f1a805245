import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";

test("a creator asks for work, a buyer hands it in, is asked for another try, hands it in with a file, and gets the certificate @any-width", async ({
  page,
  browser,
}) => {
  await signInAsNewCreator(page);
  const slug = `assignments-${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post("/api/products", {
    data: { title: "Assignments", slug, type: "COURSE", priceCents: 4_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/course-editor/${id}`);
  await page.getByRole("button", { name: "Add your first module" }).click();
  await page.getByLabel("Title").fill("Draw a logo");
  await page.getByRole("button", { name: "Add an assignment" }).click();
  const task = page.getByRole("textbox", { name: "Task" });
  await task.click();
  await page.keyboard.type("Draw **your** logo");
  await expect(task.locator("strong")).toHaveText("your");
  await expect(page.getByLabel("when I have accepted what was handed in")).toBeChecked();
  await expect(page.locator("[data-save-status=saved]:visible")).toHaveText(/Saved \d\d:/);
  await expectAccessible(page);
  await page.reload();
  await expect(task.locator("strong")).toHaveText("your");

  await page.goto(`/course-preview/${id}`);
  const preview = page.getByRole("region", { name: "Assignment" });
  await expect(preview.locator("strong")).toHaveText("your");
  await preview.getByLabel("Your work").fill("A square");
  await expect(preview.getByRole("button", { name: "Hand in" })).toBeDisabled();
  await expect(preview.getByText(/nothing is handed in/)).toBeVisible();
  await expectAccessible(page);

  await putOnSale(page.request, id);
  const visit = await browser.newContext();
  const buyer = await visit.newPage();
  await buyByCall(buyer.request, id, newAddress("assignment"));
  await buyer.goto(`/course/${slug}`);
  const work = buyer.getByRole("region", { name: "Assignment" });
  await expect(work.locator("strong")).toHaveText("your");
  await expect(buyer.getByText("Hand in the assignment to complete this lesson")).toBeVisible();
  const field = work.getByLabel("Your work");
  await visit.route("**/assignment/drafts/**", (route) => route.abort());
  await field.fill("A circle");
  await expect(work.getByText(/You seem to be offline/)).toBeVisible();
  await buyer.reload();
  await expect(field).toHaveValue("A circle");
  await visit.unrouteAll();
  await field.fill("A blue circle");
  await expect(work.getByText(/What you wrote is saved/)).toBeVisible();
  await expectAccessible(buyer);
  await work.getByRole("button", { name: "Hand in" }).click();
  const standing = work.getByRole("heading", { name: /Handed in, waiting for/ });
  await expect(standing).toBeFocused();
  await work.getByRole("button", { name: "Take it back to change it" }).click();
  await expect(field).toHaveValue("A blue circle");
  await work.getByRole("button", { name: "Hand in" }).click();
  await expect(standing).toBeVisible();
  await expect(buyer.getByText("Complete once your assignment is accepted")).toBeVisible();

  await page.goto("/admin?tab=customers&view=assignments");
  await expect(page.getByRole("tab", { name: "Assignments 1 waiting" })).toBeVisible();
  const read = () => page.getByRole("button", { name: /^Read and answer: / }).click();
  await read();
  await expect(page.getByRole("article", { name: "Try 1" })).toContainText("A blue circle");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ask for another try" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Say what is missing/);
  await page.getByLabel("Your answer").fill("Please send it as a file, too.");
  await page.getByRole("button", { name: "Ask for another try" }).click();
  await expect(page.getByRole("heading", { name: "Nothing waits for you" })).toBeVisible();

  await buyer.reload();
  await expect(work.getByRole("heading", { name: /asks for another try/ })).toBeVisible();
  await expect(work.getByText("Please send it as a file, too.")).toBeVisible();
  await work.getByLabel("Add a file").setInputFiles({
    name: "logo.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n%%EOF\n"),
  });
  await expect(work.getByRole("link", { name: /logo\.pdf/ })).toBeVisible();
  await expectAccessible(buyer);
  await work.getByRole("button", { name: "Hand in" }).click();
  await expect(standing).toBeVisible();

  await page.reload();
  await read();
  const download = page.waitForEvent("download");
  await page
    .getByRole("article", { name: "Try 2" })
    .getByRole("link", { name: /logo\.pdf/ })
    .click();
  expect((await download).suggestedFilename()).toBe("logo.pdf");
  await page.getByLabel("Your answer").fill("Beautiful.");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("heading", { name: "Nothing waits for you" })).toBeVisible();

  await buyer.reload();
  await expect(work.getByRole("heading", { name: /^Accepted by/ })).toBeVisible();
  await expect(work.getByText("Beautiful.")).toBeVisible();
  await work.getByText("Earlier tries (1)").click();
  await expect(work.getByText("A blue circle")).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Completed" })).toBeVisible();
  await buyer.getByLabel("Your name").fill("Ana");
  await buyer.getByRole("button", { name: "Get certificate" }).click();
  await expect(buyer.getByRole("link", { name: "View certificate" })).toBeVisible();
  await expectAccessible(buyer);
  await visit.close();
});
