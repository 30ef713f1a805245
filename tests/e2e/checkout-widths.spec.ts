import { expect, type Page, test } from "@playwright/test";
import { card, demoProduct, fillCheckout } from "./support/checkout.ts";
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

for (const width of [320, 390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 700 } });

    for (const type of ["COURSE", "PHYSICAL"])
      test(`${type}: nothing scrolls sideways, with longer words either, and the button is reached @any-width`, async ({
        page,
      }) => {
        const product = await demoProduct(page, (product) => product.type === type);
        await page.goto(`/checkout/${product.id}?code=WELCOME10`);
        await fillCheckout(page, { email: newAddress("width"), name: "Ada Buyer", card: card.good });
        await expect(button(page)).toBeEnabled();
        await page.waitForLoadState("networkidle");
        expect(await overflowing(page)).toEqual([]);
        await button(page).scrollIntoViewIfNeeded();
        await expect(button(page)).toBeInViewport({ ratio: 1 });
        await lengthenTexts(page);
        expect(await overflowing(page)).toEqual([]);
      });
  });
}
