import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getMyDesign, publishMyDesign, updateMyDesign } from "#contract/design/studio.ts";
import { images, users } from "#server/database/schema/accounts.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db } = app.services;

async function soldBy(fields: Partial<typeof users.$inferInsert> = {}) {
  const creator = await makeCreator(app, { firstName: "Maya", lastName: "Chen", ...fields });
  const product = await makeProduct(app, { ownerId: creator.id, title: "Light & Lens" });
  const order = await makeOrder(app, { items: [{ product }] });
  const receipt = (services = app.services) => renderMail(services, "receipt", { orderId: order.id });
  return { creator, receipt };
}

test("a store's receipt has its creator's colour and picture, and one without them has ours", async () => {
  const { creator, receipt } = await soldBy();
  const ownerId = creator.id;
  expect((await receipt()).html).toMatch(/#cf3d08/);
  const [face] = await db
    .insert(images)
    .values({
      ownerId,
      kind: "avatar",
      width: 256,
      height: 256,
      variants: [
        { width: 256, format: "avif", storageKey: "a" },
        { width: 256, format: "jpeg", storageKey: "b" },
      ],
    })
    .returning();
  await db.update(users).set({ avatarImageId: face!.id }).where(eq(users.id, ownerId));
  const maya = app.as(creator);
  const { revision } = (await maya.call(getMyDesign, { querystring: {} })).body;
  const { body } = await maya.call(updateMyDesign, { body: { revision, accent: "#0f766e" } });
  await maya.call(publishMyDesign, { body: { revision: body.revision } });
  const { html, fromName } = await receipt();
  expect(html).toContain("#0f766e");
  expect(html).not.toContain("#cf3d08");
  expect(html).toMatch(new RegExp(`<img[^>]*src="http://localhost:3000/images/${face!.id}/256\\.jpeg"`));
  expect(html).toContain("Powered by Openstall");
  expect(fromName).toBe("Maya Chen via Openstall");
});

test("the Enterprise plan takes our name off a store's mails, and so does an installation without plans", async () => {
  const { receipt } = await soldBy({ givenPlan: "ENTERPRISE" });
  const { html, text, fromName } = await receipt();
  expect(`${html} ${text} ${fromName}`).not.toContain("Openstall");
  const { receipt: starters } = await soldBy();
  expect((await starters()).text).toContain("Openstall");
  const withoutPlans = { ...app.services, config: { ...app.services.config, plans: false } };
  const mail = await starters(withoutPlans);
  expect(`${mail.html} ${mail.text} ${mail.fromName}`).not.toContain("Openstall");
});
