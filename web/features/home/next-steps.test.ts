import { describe, expect, it } from "vitest";
import { nextSteps } from "./next-steps.ts";

const complete = {
  firstName: "Maya",
  tagline: "Calm design",
  bio: "I teach.",
  profileImageUrl: "/images/a/80.jpg",
};
const bare = { firstName: null, tagline: null, bio: null, profileImageUrl: null };
const sold = { id: "11111111-1111-4111-8111-111111111111", title: "Guide", orderCount: 3 };
const unsold = { id: "22222222-2222-4222-8222-222222222222", title: "Kit", orderCount: 0 };
const idsOf = (...args: Parameters<typeof nextSteps>) => nextSteps(...args).map(({ id }) => id);

describe("recommended next steps", () => {
  it("begin with a product and a face for an empty store", () => {
    expect(idsOf(bare, { products: [] })).toEqual(["first-product", "picture", "introduction"]);
  });

  it("point at a product that nobody has bought", () => {
    const [first] = nextSteps(complete, { products: [sold, unsold] });
    expect(first).toMatchObject({ id: "unsold", href: `/checkout/${unsold.id}` });
  });

  it("always say something, and never more than three things", () => {
    expect(idsOf(complete, { products: [sold] })).toEqual(["another-product", "figures"]);
    expect(idsOf(bare, { products: [sold, unsold] })).toHaveLength(3);
  });
});
