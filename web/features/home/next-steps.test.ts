import { describe, expect, it } from "vitest";
import { nextSteps } from "./next-steps.ts";

const complete = {
  firstName: "Maya",
  tagline: "Calm design",
  bio: "I teach.",
  profileImageUrl: "/images/a/80.jpg",
};
const bare = { firstName: null, tagline: null, bio: null, profileImageUrl: null };
const sold = { id: "11111111-1111-4111-8111-111111111111", title: "Guide", isOnSale: true, orderCount: 3 };
const unsold = { id: "22222222-2222-4222-8222-222222222222", title: "Kit", isOnSale: true, orderCount: 0 };
const automated = { socialAccountCount: 1, keywordResponseCount: 1 };
const idsOf = (...args: Parameters<typeof nextSteps>) => nextSteps(...args).map(({ id }) => id);

describe("recommended next steps", () => {
  it("begin with a product and a face for an empty store", () => {
    expect(idsOf(bare, { ...automated, products: [] })).toEqual(["first-product", "picture", "introduction"]);
  });

  it("point at a product that nobody has bought", () => {
    const [first] = nextSteps(complete, { ...automated, products: [sold, unsold] });
    expect(first).toMatchObject({ id: "unsold", href: `/checkout/${unsold.id}` });
  });

  it("never ask to look at a product that is not on sale", () => {
    const copy = { ...unsold, title: "Guide (copy)", isOnSale: false };
    expect(idsOf(complete, { ...automated, products: [copy, sold] })).not.toContain("unsold");
    expect(nextSteps(complete, { ...automated, products: [copy, unsold] })[0]).toMatchObject({
      href: `/checkout/${unsold.id}`,
    });
  });

  it("lead to the first account, and then to the first keyword", () => {
    const facts = { products: [sold], keywordResponseCount: 0 };
    expect(nextSteps(complete, { ...facts, socialAccountCount: 0 })[0]).toMatchObject({ href: "/social" });
    expect(nextSteps(complete, { ...facts, socialAccountCount: 1 })[0]).toMatchObject({
      href: "/social?tab=responses",
    });
  });

  it("always say something, and never more than three things", () => {
    expect(idsOf(complete, { ...automated, products: [sold] })).toEqual(["another-product", "figures"]);
    expect(idsOf(bare, { ...automated, products: [sold, unsold] })).toHaveLength(3);
  });
});
