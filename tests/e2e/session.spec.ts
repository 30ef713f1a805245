import { expect, test } from "@playwright/test";
import ICAL from "ical.js";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";
import { keepPicture } from "./support/pictures.ts";

openOwnShop(24);

test("a session is sold at a chosen hour, moved and cancelled by its buyer, and moved by its creator @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  await signInAsNewCreator(page, { firstName: "Robin" });

  // The creator offers every afternoon.
  await page.goto("/admin?tab=products&product=new");
  const form = page.getByRole("dialog");
  await form.getByText("1:1 Session", { exact: true }).click();
  await form.getByRole("textbox", { name: "Title" }).fill("Portfolio review");
  await form.getByRole("textbox", { name: "Price", exact: true }).fill("90");
  await form.getByRole("combobox", { name: "Length" }).selectOption("45");
  await form.getByRole("combobox", { name: "Time zone" }).selectOption("Europe/Berlin");
  await form.getByRole("button", { name: "Add hours on Saturday" }).click();
  await form.getByLabel("Saturday: from").fill("18:00");
  await expect(form.getByLabel("Saturday: until")).toHaveValue("17:00");
  await form.getByLabel("Saturday: until").fill("20:00");
  await form.getByRole("button", { name: "Add a date" }).click();
  await form.getByRole("textbox", { name: "Link to join" }).fill("https://meet.example.com/robin");
  await expectAccessible(page);
  await keepPicture(page, "form");
  await form.getByRole("button", { name: "Create Product" }).click();
  await expect(form).toBeHidden();
  const products = (await (await page.request.get("/api/my-products")).json()) as { id: string }[];
  const id = products[0]?.id ?? "";

  // The buyer is elsewhere, chooses by their own clocks, and loses nothing by a reload.
  const buyer = await (
    await browser.newContext({ timezoneId: "America/New_York", viewport: page.viewportSize() })
  ).newPage();
  const email = newAddress("learner");
  await buyer.goto(`/checkout/${id}`);
  const times = buyer.getByRole("group", { name: "Time (New York time)" });
  await expect(times.getByRole("radio").first()).toBeVisible();
  const days = buyer.getByRole("combobox", { name: "Day" });
  const dates = await days
    .locator("option")
    .evaluateAll((options: HTMLOptionElement[]) => options.map(({ value }) => value));
  // Of Saturdays there are few times.
  const weekdays = dates.filter((date) => new Date(date).getUTCDay() !== 6);
  await days.selectOption(weekdays[2] ?? "");
  const chosen = times.getByRole("radio").nth(1);
  const startsAt = (await chosen.getAttribute("value")) ?? "";
  await chosen.check();
  await expect(buyer.getByText(/^For Robin.*: .+Berlin time/)).toBeVisible();
  await buyer.reload();
  await expect(times.locator(`[value="${startsAt}"]`)).toBeChecked();
  await fillCheckout(buyer, { email, name: "Ada Learner", card: card.good });
  await expectAccessible(buyer);
  await keepPicture(buyer, "checkout");

  // Somebody else was faster: the page says so, and offers what is left.
  const rival = await (await browser.newContext({ timezoneId: "Asia/Tokyo" })).newPage();
  await rival.goto(`/checkout/${id}`);
  await fillCheckout(rival, { email: newAddress("rival"), name: "Rita Rival", card: card.good });
  await rival
    .getByRole("combobox", { name: "Day" })
    .selectOption(new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format(new Date(startsAt)));
  await rival.locator(`[type=radio][value="${startsAt}"]`).check();
  await completePurchase(rival);
  await expect(rival.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await completePurchase(buyer);
  await expect(buyer.getByText("This time has just been taken. Please choose another one.")).toBeVisible();
  await expect(times.locator(`[value="${startsAt}"]`)).toHaveCount(0);
  await expect(days).toHaveValue(weekdays[2] ?? "");
  const second = times.getByRole("radio").nth(2);
  const secondStart = (await second.getAttribute("value")) ?? "";
  await second.check();
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(buyer.getByText(/^.+ – .+New York time/)).toBeVisible();
  await expect(buyer.getByRole("link", { name: "Join the session: Portfolio review" })).toHaveAttribute(
    "href",
    "https://meet.example.com/robin",
  );
  await expectAccessible(buyer);
  await keepPicture(buyer, "order");
  const receipt = await mailTo(page.request, email, /order/i);
  const event = new ICAL.Component(
    ICAL.parse(receipt.attachments[0]?.content ?? "") as unknown[],
  ).getFirstSubcomponent("vevent");
  expect(event?.getFirstPropertyValue("dtstart")?.toString()).toBe(secondStart.replace(".000", ""));

  // The buyer moves it.
  await buyer.getByRole("button", { name: "Move: Portfolio review" }).click();
  const dialog = buyer.getByRole("dialog", { name: "Move the session" });
  await dialog.getByRole("combobox", { name: "Day" }).selectOption({ index: 4 });
  await dialog.getByRole("radio").first().check();
  await expectAccessible(buyer);
  await keepPicture(buyer, "move");
  await dialog.getByRole("button", { name: "Move session" }).click();
  await expect(dialog).toBeHidden();
  await page.request.post("/api/dev/clock", { data: { advanceMinutes: 2 } });
  const news = await mailTo(page.request, email, /^A session has moved: Portfolio review/);
  expect(news.text).toMatch(/It was: .+\n\nIt is now: .+/);

  // The creator sees both, finds one, and moves it.
  await page.goto("/admin?tab=customers&view=sessions");
  await expect(page.getByText("Rita Rival").filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, "desk");
  await page.getByRole("button", { name: "Move: Ada Learner" }).filter({ visible: true }).click();
  const moving = page.getByRole("dialog", { name: "Move this session" });
  await moving.getByRole("radio").first().check();
  await moving.getByRole("button", { name: "Move session" }).click();
  await expect(moving).toBeHidden();
  await page.getByRole("button", { name: "Cancel: Rita Rival" }).filter({ visible: true }).click();
  await page
    .getByRole("alertdialog", { name: "Cancel this session?" })
    .getByRole("button", { name: "Cancel session" })
    .click();
  await expect(page.getByText("Cancelled", { exact: true }).filter({ visible: true })).toBeVisible();

  // What the creator has moved to may be too near for the buyer; a time far ahead can be given back.
  await buyer.reload();
  const cancel = buyer.getByRole("button", { name: "Cancel session: Portfolio review" });
  const note = buyer.getByText(/^It cannot be moved or cancelled here any more/);
  await expect(cancel.or(note)).toBeVisible();
  await rival.reload();
  await expect(rival.getByText("This session is cancelled.")).toBeVisible();
  await rival.getByRole("button", { name: "Choose a time: Portfolio review" }).click();
  const again = rival.getByRole("dialog", { name: "Choose a time" });
  await again.getByRole("combobox", { name: "Day" }).selectOption({ index: 6 });
  await again.getByRole("radio").first().check();
  await again.getByRole("button", { name: "Book this time" }).click();
  await expect(again).toBeHidden();
  await rival.getByRole("button", { name: "Cancel session: Portfolio review" }).click();
  const asked = rival.getByRole("alertdialog", { name: "Cancel this session?" });
  // The store's refund policy is a guarantee.
  await expect(asked.getByText(/\$90\.00 goes back to the way you paid/)).toBeVisible();
  await asked.getByRole("button", { name: "Cancel session" }).click();
  await expect(rival.getByRole("heading", { name: "Order Refunded" })).toBeVisible();
});
