import { describe, expect, it } from "vitest";
import { launchTasks } from "./launch-checklist.ts";

const empty = { products: [], socialAccountCount: 0, keywordResponseCount: 0, totalOrders: 0 };
const product = { id: "f3b1c7a2-4a8e-4a37-9f5e-0b8a7c2f1d11", title: "Guide", isOnSale: true, orderCount: 0 };
const doneIds = (...args: Parameters<typeof launchTasks>) =>
  launchTasks(...args)
    .filter(({ done }) => done)
    .map(({ id }) => id);

describe("the store launch checklist", () => {
  it("has five tasks, of which profile, social and product are of high priority", () => {
    const tasks = launchTasks({ firstName: null }, empty);
    expect(tasks).toHaveLength(5);
    expect(tasks.filter(({ highPriority }) => highPriority).map(({ id }) => id)).toEqual([
      "profile",
      "social",
      "product",
    ]);
  });

  it("derives what is done from what is there", () => {
    expect(doneIds({ firstName: null }, empty)).toEqual([]);
    expect(doneIds({ firstName: "" }, empty)).toEqual([]);
    expect(doneIds({ firstName: "Amelie" }, empty)).toEqual(["profile"]);
    expect(doneIds({ firstName: null }, { ...empty, socialAccountCount: 1 })).toEqual(["social"]);
    expect(doneIds({ firstName: null }, { ...empty, products: [product] })).toEqual(["product"]);
    expect(doneIds({ firstName: null }, { ...empty, keywordResponseCount: 2 })).toEqual(["automation"]);
    expect(doneIds({ firstName: null }, { ...empty, totalOrders: 1 })).toEqual(["payment"]);
  });
});
