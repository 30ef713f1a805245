import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { demoProduct } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

const lesson = "/course/brand-design-course?lesson=palette-that-survives-print";
const right = [
  "The brightest, most saturated ones",
  "A proof on the paper that will be used",
  "Its value in CMYK or as a spot colour",
  "Its contrast with the text that stands on it",
  "A few with a job each",
];

test("a buyer answers a quiz, fails twice, reads why, and passes @phone", async ({ page }) => {
  const { id } = await demoProduct(page, ({ type }) => type === "COURSE");
  await buyByCall(page.request, id, newAddress("quiz"));
  await page.goto(lesson);
  await expect(page.getByText("Pass the quiz to complete this lesson")).toBeVisible();
  const quiz = page.getByRole("region", { name: "Quiz" });
  const choose = async (...texts: string[]) => {
    for (const text of texts) await quiz.getByLabel(text).check();
  };
  // Nothing of what is right is on its way yet, in no page and no answer.
  expect(await page.content()).not.toContain("drinks the ink");
  await expect(quiz.getByRole("group")).toHaveCount(3);
  await choose("Greys");
  await expect(quiz.getByText("Your choices are saved.")).toBeVisible();
  await expectAccessible(page);

  await choose("How it looks on your own phone alone", "As many as the designer likes");
  await page.reload();
  await expect(quiz.getByLabel("How it looks on your own phone alone")).toBeChecked();

  const submit = () => quiz.getByRole("button", { name: "Submit answers" }).click();
  await submit();
  await expect(quiz.getByRole("heading", { name: "Not passed yet: 0 of 3 right, 0%" })).toBeFocused();
  await expect(quiz.getByText("drinks the ink")).toHaveCount(0);
  await quiz.getByRole("button", { name: "Try again" }).click();
  await choose("Greys", "Its value in CMYK or as a spot colour", "One for each product");
  await submit();
  await expect(quiz.getByText("drinks the ink")).toBeVisible();
  await expectAccessible(page);

  await quiz.getByRole("button", { name: "Try again" }).click();
  await expect(quiz.getByLabel("Greys")).not.toBeChecked();
  await choose(...right);
  await submit();
  await expect(quiz.getByRole("heading", { name: "Passed: 3 of 3 right, 100%" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
  await expectAccessible(page);
});

test("a creator writes a quiz, sees it saved, and answers it as a buyer would @any-width", async ({
  page,
}) => {
  await signInAsNewCreator(page);
  const slug = `quizzes-${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post("/api/products", {
    data: { title: "Quizzes", slug, type: "COURSE", priceCents: 4_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/course-editor/${id}`);
  await page.getByRole("button", { name: "Add your first module" }).click();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByRole("button", { name: "Add a quiz" }).click();
  const question = page.getByLabel("Question", { exact: true });
  await question.fill("Who decides?");
  await page.getByLabel("Choice 1", { exact: true }).fill("Everybody");
  await page.getByLabel("Choice 2", { exact: true }).fill("One person");
  await page.getByLabel("Choice 2 is right").check();
  await expect(page.getByText("Buyers do not get this version yet")).toHaveCount(0);
  const saved = page.locator("[data-save-status=saved]:visible");
  await expect(saved).toHaveText(/Saved \d\d:/);
  await expectAccessible(page);
  await page.goto(`/course-preview/${id}`);
  const preview = page.getByRole("region", { name: "Quiz" });
  await expect(preview.getByText(/your answers are marked, and neither stored nor counted/)).toBeVisible();
  await preview.getByLabel("Everybody").check();
  await preview.getByRole("button", { name: "Submit answers" }).click();
  await expect(preview.getByRole("heading", { name: "Not passed yet: 0 of 1 right, 0%" })).toBeFocused();
  await expect(preview.getByText("One person (right answer)")).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Try again" }).click();
  await preview.getByLabel("One person").check();
  await preview.getByRole("button", { name: "Submit answers" }).click();
  await expect(preview.getByText("A buyer's lesson would be complete now.")).toBeVisible();
});
