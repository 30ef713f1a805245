import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, demoProduct, demoProductNamed, fillCheckout, openSummary } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

const button = (page: Page) => page.getByRole("button", { name: /^Complete Purchase - \$/ });

/** What stands over the right edge of the page. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}: ${element.textContent?.slice(0, 60)}`);
  });

/** Every word of the page 40 % longer, as another language's may be. */
const lengthenTexts = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!/^(SCRIPT|STYLE)$/.test(node.parentElement?.tagName ?? ""))
        node.nodeValue = (node.nodeValue ?? "").replace(/\p{L}{2,}/gu, (word) =>
          (word + word).slice(0, Math.ceil(word.length * 1.4)),
        );
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the email stands in the first screen, beneath one line with code and total that opens @phone", async ({
    page,
  }) => {
    const course = await demoProductNamed(page, "brand-design-course");
    await page.goto(`/checkout/${course.id}?code=WELCOME10`);
    const email = page.getByLabel("Email Address");
    const box = await email.boundingBox();
    expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await expect(page.getByText("Subtotal")).toBeHidden();
    const line = page.getByRole("button", { name: /^Show order summary .* WELCOME10 applied.* \$134\.10$/ });
    await expect(line).toHaveAttribute("aria-expanded", "false");
    await expectAccessible(page);
    await line.press("Enter");
    await expect(page.getByText("Subtotal")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Hide order summary/ }).press("Space");
    await expect(page.getByText("Subtotal")).toBeHidden();
    // The offers stand before the press, and count in the line above. Enter on one of them presses nothing.
    await fillCheckout(page, { email: newAddress("line"), name: "Ada Buyer", card: card.good });
    await expect(button(page)).toBeEnabled();
    const offer = page.getByRole("checkbox", { name: /Pricing Playbook/ });
    await offer.check();
    await expect(page.getByRole("button", { name: /^Show order summary .* \$153\.10$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Complete Purchase - $153.10" })).toBeEnabled();
    await offer.press("Enter");
    await expect(page.getByRole("button", { name: "Complete Purchase - $153.10" })).toBeEnabled();
  });
});

for (const type of ["COURSE", "PHYSICAL"])
  test(`${type}: nothing scrolls sideways at any width, with longer words either, and the button is reached @any-width`, async ({
    page,
  }) => {
    const product = await demoProduct(page, (product) => product.type === type);
    const atEachWidth = async (look: () => Promise<void>) => {
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 700 });
        await look();
        expect([width, await overflowing(page)]).toEqual([width, []]);
      }
    };
    await page.goto(`/checkout/${product.id}?code=WELCOME10`);
    await fillCheckout(page, { email: newAddress("width"), name: "Ada Buyer", card: card.good });
    await expect(button(page)).toBeEnabled();
    await atEachWidth(async () => {
      await openSummary(page);
      await page.waitForLoadState("networkidle");
      await button(page).scrollIntoViewIfNeeded();
      await expect(button(page)).toBeInViewport({ ratio: 1 });
    });
    await lengthenTexts(page);
    await atEachWidth(async () => {});
  });
