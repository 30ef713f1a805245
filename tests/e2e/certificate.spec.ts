import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";

/** A course with two lessons of text, on sale; its creator's browser is this page's. */
async function makeCourse(page: Page): Promise<{ id: string; slug: string }> {
  await signInAsNewCreator(page, { firstName: "Maya" });
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { id: string; slug: string; modules: { id: string }[] };
  };
  const slug = `night-photography-${crypto.randomUUID().slice(0, 8)}`;
  const course = await post("/api/products", {
    title: "Night Photography",
    slug,
    type: "COURSE",
    priceCents: 4_900,
  });
  const modules = `/api/my-courses/${course.id}/modules`;
  const draft = await post(modules, { title: "Light" });
  for (const title of ["Pack light", "Stack frames"])
    await post(`${modules}/${draft.modules[0]?.id}/lessons`, { title });
  await putOnSale(page.request, course.id);
  return course;
}

test("who finishes a course gets a certificate in their name, which anybody can check @phone", async ({
  page,
  browser,
}) => {
  const course = await makeCourse(page);
  const context = await browser.newContext();
  const buyer = await context.newPage();
  await buyByCall(buyer.request, course.id, newAddress("learner"));
  await buyer.goto(`/course/${course.slug}`);
  await buyer.getByRole("button", { name: "Mark Complete" }).click();
  await expect(buyer.getByText("1/2 lessons").filter({ visible: true })).toBeVisible();
  await expect(buyer.getByRole("heading", { name: "You finished the course" })).toBeHidden();
  await buyer.getByRole("button", { name: "Next Lesson" }).click();
  await expect(buyer.getByRole("heading", { level: 2, name: "Stack frames" })).toBeVisible();
  await buyer.getByRole("button", { name: "Mark Complete" }).click();
  await buyer.getByRole("button", { name: "Get certificate" }).click();
  await expect(buyer.getByText("Your name is required")).toBeVisible();
  await expectAccessible(buyer);
  await buyer.getByLabel("Your name").fill("Bea");
  await buyer.getByRole("button", { name: "Get certificate" }).click();
  const view = buyer.getByRole("link", { name: "View certificate" });
  // The form that had the focus is gone.
  await expect(view).toBeFocused();
  await buyer.getByRole("button", { name: "Change the name" }).click();
  await expect(buyer.getByLabel("Your name")).toBeFocused();
  await buyer.keyboard.type("Bea Learner");
  await buyer.keyboard.press("Enter");
  await expect(view).toBeFocused();
  const address = await view.getAttribute("href");
  await context.close();

  // Its creator, an employer, anybody: by its address, or by the code on the sheet.
  await page.goto(address ?? "");
  await expect(page.getByText("Bea Learner")).toBeVisible();
  await expect(page.getByText("Night Photography")).toBeVisible();
  await expect(page.getByRole("heading", { name: "This certificate is valid" })).toBeVisible();
  await expectAccessible(page);
});
