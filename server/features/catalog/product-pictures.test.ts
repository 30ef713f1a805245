import { beforeEach, describe, expect, test } from "vitest";
import { createProduct, type ProductInput, updateProduct } from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { images } from "#server/database/schema/accounts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const service = (more: Partial<ProductInput> = {}): ProductInput => ({
  title: "A service",
  slug: `thing-${crypto.randomUUID().slice(0, 8)}`,
  type: "SERVICE",
  ...more,
});
const create = (body: ProductInput) => app.as(creator).call(createProduct, { body });
const change = (id: string, body: Partial<ProductInput>) =>
  app.as(creator).call(updateProduct, { params: { id }, body });
const pictureOf = async (ownerId: string, kind: "cover" | "avatar" = "cover") =>
  (
    await app.services.db
      .insert(images)
      .values({ ownerId, kind, width: 800, height: 500, variants: [] })
      .returning()
  )[0]!;

describe("the pictures beside the cover", () => {
  test("stand on the page in their order, with their words, and go with a copy", async () => {
    const [first, second] = [await pictureOf(creator.id), await pictureOf(creator.id)];
    const pictures = [
      { imageId: second.id, alt: "Seen from <above>" },
      { imageId: first.id, alt: "" },
    ];
    const { body } = await create(service({ pictures }));
    expect(body.pictures.map(({ imageId, alt }) => ({ imageId, alt }))).toEqual(pictures);
    const page = await app.call(getProduct, { params: { idOrSlug: body.id } });
    expect(page.body.pictures.map(({ alt }) => alt)).toEqual(["Seen from <above>", ""]);
    const copy = await app.as(creator).call(duplicateProduct, { params: { id: body.id } });
    expect(copy.body.pictures).toHaveLength(2);
    const renamed = (await change(body.id, { title: "Another title" })).body;
    expect(renamed.pictures).toHaveLength(2);
    expect((await change(body.id, { pictures: [] })).body).toMatchObject({
      pictures: [],
      revision: renamed.revision + 1,
    });
  });

  test("are refused when they are another's, no covers, twice there, or more than seven", async () => {
    const own = await pictureOf(creator.id);
    const foreign = await pictureOf((await makeCreator(app)).id);
    const avatar = await pictureOf(creator.id, "avatar");
    const { id } = (await create(service())).body;
    const wrong = [
      [own.id, foreign.id],
      [avatar.id],
      [crypto.randomUUID()],
      [own.id, own.id],
      Array.from({ length: 8 }, () => crypto.randomUUID()),
    ];
    for (const ids of wrong) {
      const pictures = ids.map((imageId) => ({ imageId, alt: "" }));
      const refused = { status: 422, body: { fields: { pictures: expect.any(String) } } };
      expect(await create(service({ pictures }))).toMatchObject(refused);
      expect(await change(id, { pictures })).toMatchObject(refused);
    }
  });
});
