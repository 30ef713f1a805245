import { expect, type Page, test } from "@playwright/test";
import { postsPerPage } from "#contract/posts/posts.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { expectInert, expectInertMarkup, watch } from "./support/inert-page.ts";
import { putOnSale } from "./support/put-on-sale.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { manyXssPayloads, textsOfPayloads } from "./support/more-xss-payloads.ts";
import { xssPayloads } from "./support/xss-payloads.ts";

/** What a title takes: it refuses line ends and control characters. */
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

test("the watch notices what comes to life", async ({ page }) => {
  const happened = await watch(page);
  await page.goto("/u/demo");
  await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=alert(1)><base href=//xss.invalid/>");
    document.body.append(Object.assign(document.createElement("script"), { textContent: "alert(2)" }));
  });
  await expect
    .poll(() => happened.filter((what) => what.startsWith("a violation: script-src")).length)
    .toBe(2);
  await expect(expectInert(page, [], happened)).rejects.toThrow("onerror");
});

test("text of creators and buyers stays text on every page that shows it", async ({
  page,
  browser,
  request,
}) => {
  const creator = await signInAsNewCreator(page, { firstName: "<img src=x onerror=alert(0)>" });
  const bio = xssPayloads.join("\n").slice(0, 1_000);
  const tagline = "</title><script>alert('tagline')</script><svg onload=alert('t')>";
  const profile = await page.request.patch("/api/auth/user", {
    data: { bio, tagline, lastName: '"><script>alert(0)</script>' },
  });
  expect(profile.status()).toBe(200);
  const description = xssPayloads.join("\n\n");
  const products: { id: string; slug: string; title: string }[] = [];
  for (const [index, title] of xssPayloads.map(inOneLine).entries()) {
    const answer = await page.request.post("/api/products", {
      data: {
        title,
        slug: `hostile-${crypto.randomUUID().slice(0, 8)}-${index}`,
        type: index === 1 ? "COURSE" : "SERVICE",
        priceCents: index === 0 ? 0 : 500,
        description,
        deliveryNote: description.slice(0, 2_000),
        thanksNote: description.slice(0, 1_000),
        buyButtonText: inOneLine(title).slice(0, 30).trim(),
        downloadButtonText: title.slice(0, 60),
      },
    });
    expect(answer.status(), title).toBe(201);
    products.push((await answer.json()) as (typeof products)[number]);
  }
  const titles = products.map(({ title }) => title);
  const [free, course, paid] = products;
  if (!free || !course || !paid) throw new Error("no products were made");
  const outline = `/api/my-courses/${course.id}/modules`;
  const made = await page.request.post(outline, { data: { title: "Start" } });
  const { modules } = (await made.json()) as { modules: { id: string }[] };
  await page.request.post(`${outline}/${modules[0]?.id}/lessons`, { data: { title: "Start" } });
  await putOnSale(page.request, course.id);

  // The creator's own pages: with scripts, so everything went through hydration.
  const happened = await watch(page);
  await page.goto("/admin?tab=products");
  await expectInert(page, titles.slice(0, 3), happened);
  await page.goto("/");
  await expectInert(page, ["<img src=x onerror=alert(0)>"], happened);
  await page.goto("/account");
  await expectInert(page, [bio], happened);

  // What strangers see: the store runs no script at all.
  const buyer = await (await browser.newContext()).newPage();
  const seen = await watch(buyer);
  const store = await buyer.goto(`/u/${creator.handle}`);
  expect(store?.headers()["content-security-policy"]).toContain("script-src 'inline-speculation-rules';");
  await expectInert(buyer, [...titles, tagline], seen);
  expect(
    await buyer.locator("script:not([type='application/ld+json'], [type=speculationrules])").count(),
  ).toBe(0);
  for (const block of await buyer.locator("script").allTextContents())
    expect(() => JSON.parse(block) as unknown).not.toThrow();

  await buyer.goto(`/course/${course.slug}`);
  await expectInert(buyer, [course.title], seen);

  // A purchase with a hostile name: checkout, success, receipt.
  for (const product of [free, paid]) {
    const email = newAddress("hostile");
    const page = await buyer.goto(`/checkout/${product.id}`);
    const policy = page?.headers()["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{22,}'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    await expectInert(buyer, [product.title], seen);
    const isFree = product === free;
    await fillCheckout(buyer, {
      email,
      name: "<svg onload=alert('name')>",
      ...(!isFree && { card: card.good }),
    });
    await completePurchase(buyer);
    await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
    await expectInert(buyer, [product.title], seen);
    const mail = await mailTo(request, email, /./);
    // Word for word, but for the spaces that keep mail programs from making links of it.
    expect(mail.text.replaceAll(/\s/g, "")).toContain(product.title.replaceAll(/\s/g, ""));
    expect(mail.html).not.toMatch(/<(script|svg|iframe|object|embed|base|form)\b/i);
    expect(mail.html).not.toMatch(/<img[^>]*(onerror|xss\.invalid)/i);
    await buyer.goto(`/dev/mailbox?search=${encodeURIComponent(email)}`);
    await expectInert(buyer, [], seen);
  }
});

test("text of courses, reviews, posts and certificates stays text on every page that shows it", async ({
  page,
  browser,
  request,
}) => {
  expect(new Set(manyXssPayloads).size).toBeGreaterThanOrEqual(150);
  const titles = textsOfPayloads(200).map(inOneLine);
  const content = {
    type: "doc",
    content: manyXssPayloads.map((payload) => ({
      type: "paragraph",
      content: [{ type: "text", text: inOneLine(payload) }],
    })),
  };
  const [early = "", late = ""] = textsOfPayloads(4_000, "\n");
  const send = async (by: Page, method: "post" | "put" | "patch", url: string, data: object) => {
    const answer = await by.request[method](url, { data });
    expect(answer.ok(), `${url}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: string; slug: string } & Record<string, unknown>;
  };

  // A course whose every title is hostile, and a membership with a hostile post.
  const creator = await signInAsNewCreator(page, { firstName: "<img src=x onerror=alert(0)>" });
  const sell = (type: string, priceCents: number) =>
    send(page, "post", "/api/products", {
      title: "<svg onload=alert(1)>",
      slug: `hostile-${crypto.randomUUID().slice(0, 13)}`,
      type,
      priceCents,
      ...(type === "MEMBERSHIP" && { billingInterval: "MONTH" }),
    });
  const [course, service, membership] = [
    await sell("COURSE", 900),
    await sell("SERVICE", 900),
    await sell("MEMBERSHIP", 900),
  ];
  type Draft = { modules: { id: string; lessons: { id: string; title: string; revision: number }[] }[] };
  const outline = `/api/my-courses/${course.id}`;
  const modulesOf = (draft: unknown) => (draft as Draft).modules;
  const [module] = modulesOf(await send(page, "post", `${outline}/modules`, { title: titles[0] }));
  for (const title of titles.slice(1)) await send(page, "post", `${outline}/modules`, { title });
  let lessons: Draft["modules"][number]["lessons"] = [];
  for (const title of titles) {
    const draft = await send(page, "post", `${outline}/modules/${module?.id}/lessons`, { title });
    lessons = modulesOf(draft)[0]?.lessons ?? [];
  }
  const [first] = lessons;
  if (!first) throw new Error("no lesson was made");
  await putOnSale(page.request, course.id);
  await send(page, "patch", `${outline}/lessons/${first.id}`, {
    revision: first.revision,
    content,
    freePreview: true,
  });
  for (const title of titles)
    await send(page, "post", "/api/posts", {
      title,
      ...(title === titles.at(-1) && { content }),
      publishedAt: "now",
    });

  // A buyer of all three with a proved address, who has finished the course.
  const buyer = await (await browser.newContext()).newPage();
  const email = newAddress("hostile");
  for (const { id } of [course, service, membership]) await buyByCall(buyer.request, id, email);
  await send(buyer, "post", "/api/membership/request-access", { email });
  const { text: mail } = await mailTo(request, email, /code/i);
  const token = /\b\d{6}\b/.exec(mail)?.[0] ?? "";
  await send(buyer, "post", "/api/membership/verify-token", { email, token });
  for (const { id } of lessons) await send(buyer, "put", `/api/lessons/${id}/completed`, { completed: true });
  const authorName = "<svg onload=alert(4)>";
  await send(buyer, "put", `/api/products/${course.id}/my-review`, { rating: 1, text: early, authorName });
  await send(buyer, "put", `/api/products/${service.id}/my-review`, { rating: 5, text: late, authorName });
  const listed = (await (await page.request.get("/api/reviews")).json()) as { reviews: { id: string }[] };
  for (const { id } of listed.reviews)
    await send(page, "put", `/api/reviews/${id}/answer`, { text: early.slice(0, 4_000) });

  const seen = await watch(buyer);
  await buyer.goto(`/course/${course.slug}`);
  await expectInert(buyer, titles, seen);
  await scrollToReviews(buyer);
  await expectInert(buyer, [early, authorName], seen);
  // The longest a name may be is shorter than some: the names of all others at once, as if as many had reviewed it.
  const names = manyXssPayloads.filter((payload) => payload.length <= 60);
  await buyer.route("**/api/products/*/reviews", async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { reviews: { id: string }[] };
    const named = names.map((name) => ({ ...list.reviews[0], id: crypto.randomUUID(), authorName: name }));
    await route.fulfill({ response: answer, json: { ...list, reviews: [...list.reviews, ...named] } });
  });
  await buyer.goto(`/checkout/${service.id}`);
  await expect(buyer.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await scrollToReviews(buyer);
  await expectInert(buyer, [late, early, ...names], seen);
  await buyer.goto("/members");
  for (let shown = postsPerPage; shown < titles.length; shown += postsPerPage)
    await buyer.getByRole("button", { name: "Older posts" }).click();
  await expectInert(buyer, titles, seen);
  // Markup is made of text where the server's page is read: most are read as it is sent, and every fifth is opened.
  const reader = await (await browser.newContext()).newPage();
  for (const [index, name] of textsOfPayloads(120).map(inOneLine).slice(0, 15).entries()) {
    const { code } = await send(buyer, "post", `/api/courses/${course.slug}/certificate`, { name });
    const certificate = `/certificate/${String(code)}`;
    await expectInertMarkup(reader, await (await buyer.request.get(certificate)).text(), name);
    if (index % 5 > 0) continue;
    await buyer.goto(certificate);
    await expectInert(buyer, [name], seen);
  }
  await buyer.goto(`/u/${creator.handle}`);
  await expectInert(buyer, [], seen);

  const happened = await watch(page);
  await page.goto("/admin?tab=customers&view=reviews");
  await expectInert(page, [early, late, authorName], happened);
  await page.goto(`/course-editor/${course.id}?lesson=${first.id}`);
  await expectInert(page, [], happened);
  await page.goto(`/course-preview/${course.id}?lesson=${first.id}`);
  await expectInert(page, [first.title], happened);
});

/** Reviews come once their place is seen, which moves down while the page around it arrives. */
const scrollToReviews = (page: Page) =>
  expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole("region", { name: "Reviews" })).toBeVisible({ timeout: 10_000 });
  }).toPass();
