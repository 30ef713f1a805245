import { expect, test } from "vitest";
import { z } from "zod";
import { createCoupon } from "#contract/coupons/coupons.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";

const app = await testApp();

const forms = [
  { known: "2026-03-09T16:30:00Z", unknown: "0000-03-09T16:30:00Z" },
  { known: "2026-03-09", unknown: "0000-03-09" },
];

/** Every field of a body or a query that takes a moment or a day, and no other text. */
const moments = (await declaredEndpoints()).flatMap((endpoint) =>
  [endpoint.schema.body, endpoint.schema.querystring].flatMap((schema) =>
    Object.entries(schema instanceof z.ZodObject ? schema.shape : {}).flatMap(([name, field]) => {
      const takes = (text: string) => (field as z.ZodType).safeParse(text).success;
      return forms
        .filter(({ known }) => takes(known) && !takes("2026-03-zz"))
        .map(({ unknown }) => ({ field: `${nameOf(endpoint)} ${name}`, takesUnknown: takes(unknown) }));
    }),
  ),
);

test("no call takes a year that the database does not know", () => {
  expect(moments.length).toBeGreaterThan(5);
  expect(moments.filter(({ takesUnknown }) => takesUnknown)).toEqual([]);
});

test("such a year is refused with words at its field, and the first and the last of all are taken", async () => {
  const creator = app.as(await makeCreator(app));
  const create = (code: string, validFrom: string) =>
    creator.call(createCoupon, { body: { code, discountType: "FIXED", discountValue: 100, validFrom } });
  const refused = await create("YEAR0", "0000-01-01T00:00:00Z");
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { fields: { validFrom: "Use a year from 1 to 9999" } },
  ]);
  expect((await create("YEAR1", "0001-01-01T00:00:00Z")).status).toBe(201);
  expect((await create("YEAR9999", "9999-12-31T23:59:59Z")).status).toBe(201);
});
