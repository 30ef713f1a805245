import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { server } from "#tests/screens/fake-server.ts";
import {
  choose,
  create,
  dialog,
  edit,
  field,
  notified,
  openTab,
  save,
  title,
} from "#tests/screens/products-tab.tsx";
import { asksBeforeUnload, closeScreen } from "#tests/screens/render-screen.tsx";

test("what a new product lacks is said at once, and the first of it has the focus", async () => {
  await openTab([exampleProduct()]);
  await create();
  for (const message of ["Product type is required", "Title is required", "Slug is required"])
    await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByRole("radio", { name: "Download" })).toHaveFocus();
  expect(server.calls(createProduct)).toEqual([]);
  await expectAccessible();
});

test("a download is not sold without its file, nor by an address that is not secure", async () => {
  await openTab([exampleProduct()]);
  await choose("Download");
  await title.fill("Guide");
  await create();
  await notified("File Required");
  await expect.element(dialog.getByText("Please upload a file for the digital download.")).toBeVisible();
  await expectAccessible();
  await dialog.getByText("Link to a file").click();
  await create();
  await notified("URL Required");
  await expect.element(page.getByLabelText("External download URL")).toHaveFocus();
  await page.getByLabelText("External download URL").fill("http://example.com/file");
  await expect.element(dialog.getByText("Please enter an address that starts with https://")).toBeVisible();
});

test("how long and how often a file is had is asked in numbers that make sense", async () => {
  await openTab([exampleProduct()]);
  await choose("Download");
  await title.fill("Guide");
  await dialog.getByRole("button", { name: "Choose guide.pdf" }).click();
  await expect.element(page.getByLabelText("Download button text")).toHaveValue("Download Here");
  await page.getByLabelText("Expiration days").fill("400");
  await dialog.getByText("Limit downloads").click();
  await expect.element(page.getByLabelText("Maximum downloads")).toHaveValue("3");
  await create();
  await expect.element(dialog.getByText("Between 1 and 365 days")).toBeVisible();
  await page.getByLabelText("Expiration days").fill("90");
  await page.getByLabelText("Price", { exact: true }).fill("19.5");
  await create();
  await notified("Product created successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(createProduct)).toMatchObject([
    { body: { type: "DOWNLOAD", priceCents: 1_950, digitalExpirationDays: 90, maxDownloads: 3 } },
  ]);
});

test.each([
  ["Membership", "MEMBERSHIP"],
  ["1:1 Session", "BOOKING_LINK"],
  ["Course", "COURSE"],
  ["Physical product", "PHYSICAL"],
] as const)("a %s asks for what it needs, and is sent as %s", async (name, type) => {
  await openTab([exampleProduct()]);
  await choose(name);
  await title.fill("Circle");
  if (type === "MEMBERSHIP") {
    await field("Price").fill("120");
    await page.getByLabelText("Billing interval").selectOptions("Every year");
  }
  if (type === "BOOKING_LINK")
    await page.getByLabelText("How buyers get it").fill("Book a time at https://example.com/book");
  if (type === "PHYSICAL") await expect.element(page.getByLabelText("Needs shipping")).toBeChecked();
  await expectAccessible();
  await create();
  await notified("Product created successfully");
  if (type === "COURSE") await page.getByRole("button", { name: "Later" }).click();
  const row = page.getByRole("row").filter({ hasText: "Circle" });
  await expect.element(row).toMatchTextContent(name);
  if (type === "MEMBERSHIP") await expect.element(row).toMatchTextContent("$120.00/year");
  const wanted = {
    MEMBERSHIP: { billingInterval: "YEAR", priceCents: 12_000 },
    BOOKING_LINK: { billingInterval: "ONE_TIME", deliveryNote: "Book a time at https://example.com/book" },
    COURSE: { billingInterval: "ONE_TIME", priceCents: 0 },
    PHYSICAL: { requiresShipping: true },
  }[type];
  expect(server.calls(createProduct)).toMatchObject([{ body: { type, title: "Circle", ...wanted } }]);
});

test("hours may end after midnight, and the form says so", async () => {
  await openTab([exampleProduct()]);
  await choose("1:1 Session");
  await title.fill("Night reading");
  const times = dialog.getByLabelText("Offer times here");
  if (!(times.element() as HTMLElement).matches("[aria-checked=true], :checked")) await times.click();
  await page.getByLabelText("Monday: from").fill("22:00");
  await expect.element(dialog.getByText("Ends the next day")).toBeVisible();
  await page.getByLabelText("Monday: until").fill("02:00");
  await expectAccessible();
  await create();
  await notified("Product created successfully");
  const [{ body }] = server.calls(createProduct) as unknown as [{ body: { sessionTimes: SessionTimes } }];
  expect(body.sessionTimes.weekly.slice(0, 2)).toEqual([
    [{ from: "22:00", to: "02:00" }],
    [{ from: "09:00", to: "17:00" }],
  ]);
});

test("stock and offers are counted in numbers that make sense", async () => {
  await openTab([exampleProduct()]);
  await choose("Physical product");
  await title.fill("Print");
  await page.getByLabelText("Track stock").click();
  await page.getByLabelText("In stock").fill("-2");
  await page.getByLabelText("Most bumps shown").fill("40");
  await create();
  await expect.element(dialog.getByText("Between 0 and 1,000,000")).toBeVisible();
  await expect.element(dialog.getByText("Between 0 and 20", { exact: true })).toBeVisible();
  await expectAccessible();
  await page.getByLabelText("In stock").fill("0");
  await page.getByLabelText("Most bumps shown").fill("2");
  await page.getByRole("switch", { name: "Upsells" }).click();
  server.refuse(createProduct, 422, {
    fields: { requiresShipping: "Set up shipping before you put this on sale" },
  });
  await create();
  const shipping = dialog.getByRole("link", { name: "Set up shipping (opens a new tab)" });
  await expect.element(dialog.getByText("Set up shipping before you put this on sale")).toBeVisible();
  await expect.element(shipping).toHaveAttribute("href", "/admin?tab=settings&view=shipping");
  await expect.element(shipping).toHaveAttribute("target", "_blank");
  await expectAccessible();
  // What was typed is still there once it is set up.
  server.answer(createProduct, exampleProduct({ title: "Print", type: "PHYSICAL" }));
  await create();
  await notified("Product created successfully");
  expect(server.calls(createProduct).at(-1)).toMatchObject({
    body: { title: "Print", inventoryQuantity: 0 },
  });
});

test("each type says what buyers read after payment, and previews with its own icon", async () => {
  await openTab([exampleProduct()]);
  const note = page.getByLabelText("How buyers get it");
  for (const [type, words] of [
    ["1:1 Session", "a booking link"],
    ["Physical product", "when you ship"],
    ["Event", "how to get in"],
  ] as const) {
    await choose(type);
    await expect.element(note).toHaveAccessibleDescription(new RegExp(words));
  }
  const iconOf = (element: Element | null) => element?.querySelector("svg")?.innerHTML;
  const preview = () => document.querySelector("aside[aria-label=Preview] .store-cover");
  const icons = new Set<string | undefined>();
  for (const type of ["1:1 Session", "Physical product", "Service", "Event", "Bundle"]) {
    await choose(type);
    const choice = page.getByRole("radio", { name: type }).element().closest("label");
    await expect.poll(() => iconOf(preview())).toBe(iconOf(choice));
    icons.add(iconOf(choice));
  }
  expect(icons.size).toBe(5);
});

test("what is suggested to whoever pays what they want is at least the minimum", async () => {
  await openTab([exampleProduct()]);
  await choose("Service");
  await title.fill("The Night Zine");
  await page.getByRole("switch", { name: "Pay what you want" }).click();
  await page.getByLabelText("Minimum").fill("5.00");
  await page.getByLabelText("Suggested amount").fill("3,00");
  await expect.element(dialog.getByText("From $5.00").first()).toBeInTheDocument();
  await create();
  await expect.element(dialog.getByText("Suggest at least the minimum")).toBeVisible();
  await expectAccessible();
});

test("what was typed is not lost by accident: closing and Back ask first", async () => {
  const { screen } = await openTab([exampleProduct()], "");
  await page.getByRole("button", { name: "Add Product" }).click();
  await title.fill("Half a thought");
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("heading", { name: "Discard changes?" });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(title).toHaveValue("Half a thought");
  expect(asksBeforeUnload()).toBe(true);
  screen.goBack();
  await expect.element(question).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.address()).toBe("/admin?tab=products");
  expect(asksBeforeUnload()).toBe(false);
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect.element(title).toHaveValue("");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a server that fails is told of, and what was typed is sent once it works", async () => {
  await openTab([exampleProduct()]);
  await choose("Course");
  await title.fill("Pricing");
  server.refuse(createProduct, 500, { message: "Something went wrong on our side." });
  await create();
  await notified("Failed to create product");
  await expect.element(title).toHaveValue("Pricing");
  server.answer(createProduct, ({ body }) => exampleProduct({ title: body.title, type: body.type }));
  await create();
  await notified("Product created successfully");
  expect(server.calls(createProduct).map(({ body }) => body.title)).toEqual(["Pricing", "Pricing"]);
});

test.each(["OWNER", "EDITOR"] as const)(
  "a limit of the plan is said, with the way to the plans for the owner alone: %s",
  async (role) => {
    server.actAs(role);
    await openTab([exampleProduct()]);
    await choose("Course");
    await title.fill("Pricing");
    server.refuse(createProduct, 403, { code: "PLAN_LIMIT", message: "Starter has room for 10 products." });
    await create();
    const limit = page.getByRole("alert").filter({ hasText: "Starter has room for 10 products." });
    await expect.element(limit).toMatchTextContent("What you typed stays here");
    await expect
      .poll(() => limit.getByRole("link", { name: "See the plans" }).elements().length)
      .toBe(role === "OWNER" ? 1 : 0);
  },
);

test("the way to the plans asks nothing, since what was typed is kept; in a tab of its own it leaves this one asking", async () => {
  const { screen } = await openTab([exampleProduct()]);
  await choose("Course");
  await title.fill("Pricing");
  server.refuse(createProduct, 403, { code: "PLAN_LIMIT", message: "Starter has room for 10 products." });
  await create();
  const plans = page.getByRole("link", { name: "See the plans" });
  const question = page.getByRole("heading", { name: "Discard changes?" });
  await expect.element(plans).toBeVisible();
  // No other tab is opened: only its press is seen by the page.
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener("click", stay);
  onTestFinished(() => document.removeEventListener("click", stay));
  await plans.click({ modifiers: ["ControlOrMeta"] });
  expect(asksBeforeUnload()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await plans.click();
  expect(asksBeforeUnload()).toBe(false);
  await expect.element(question).not.toBeInTheDocument();
  expect(screen.address()).toContain("product=new");
});

test("what another tab changed meanwhile is put together with what was typed here", async () => {
  const product = exampleProduct({ priceCents: 1_900 });
  const { change } = await openTab([product], `&product=${product.id}`);
  await title.fill("Field notes, second edition");
  await field("Price").fill("32,00");
  await expect.element(page.getByText("= $32.00")).toBeVisible();
  const theirs = { ...product, priceCents: 2_500, buyButtonText: "Read them", revision: 2 };
  change([theirs]);
  server.refuse(updateProduct, 409, { code: "CHANGED_ELSEWHERE" });
  await save();
  await expect.element(page.getByText("Changed elsewhere while you were writing")).toBeVisible();
  await expect.element(page.getByText("Changed in both places, and yours is shown: price.")).toBeVisible();
  await expect.element(title).toHaveValue("Field notes, second edition");
  await expect.element(field("Price")).toHaveValue("32,00");
  await expect.element(page.getByLabelText("Button text").first()).toHaveValue("Read them");
  await expectAccessible();
  server.answer(updateProduct, theirs);
  await save();
  await expect.element(edit).not.toBeInTheDocument();
  expect(server.calls(updateProduct).at(-1)).toMatchObject({
    body: {
      title: "Field notes, second edition",
      priceCents: 3_200,
      buyButtonText: "Read them",
      revision: 2,
    },
  });
});

test("what was typed outlives a reload, and is not offered back once it is saved", async () => {
  const product = exampleProduct();
  await openTab([product], `&product=${product.id}`);
  await title.fill("Typed and not saved");
  closeScreen();
  await openTab([product], `&product=${product.id}`);
  await expect.element(page.getByText("What you had typed is back")).toBeVisible();
  await expect.element(title).toHaveValue("Typed and not saved");
  await expectAccessible();
  await save();
  await expect.element(edit).not.toBeInTheDocument();
  await openTab([{ ...product, title: "Typed and not saved" }], `&product=${product.id}`);
  await expect.element(title).toHaveValue("Typed and not saved");
  await expect.element(page.getByText("What you had typed is back")).not.toBeInTheDocument();
});

test("what came back after a reload can be started over", async () => {
  const product = exampleProduct();
  await openTab([product], `&product=${product.id}`);
  await title.fill("Not wanted");
  await openTab([product], `&product=${product.id}`);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.element(title).toHaveValue("Field notes");
  await openTab([product], `&product=${product.id}`);
  await expect.element(title).toHaveValue("Field notes");
  await expect.element(page.getByText("What you had typed is back")).not.toBeInTheDocument();
});

test("a lost network is called by its name, and loses nothing", async () => {
  const product = exampleProduct();
  await openTab([product], `&product=${product.id}`);
  await title.fill("Typed and not saved");
  server.setOnline(false);
  await save();
  await notified("You are offline. Nothing was lost: try again once you are connected.");
  server.setOnline(true);
  await save();
  await expect.element(edit).not.toBeInTheDocument();
  expect(server.calls(updateProduct)).toMatchObject([{ body: { title: "Typed and not saved" } }]);
});
