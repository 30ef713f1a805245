import { describe, expect, it } from "vitest";
import { ProductInput, updateProduct } from "#contract/catalog/catalog.ts";
import { inputOfValues } from "./product-form-input.ts";
import { newProductValues, type CheckedProduct } from "./product-form-values.ts";

const checked: CheckedProduct = {
  ...newProductValues,
  title: "Light",
  slug: "light",
  type: "DOWNLOAD",
  price: 1_900,
  originalPrice: null,
  fileSource: "LINK",
  externalUrl: "https://example.com/a",
};

const was = (type: CheckedProduct["type"], inventoryQuantity = 0) => ({ type, inventoryQuantity });

describe("what the server is told of a product", () => {
  it("is what the contract takes, whatever the type", () => {
    for (const type of ProductInput.shape.type.options) {
      const input = inputOfValues({ ...checked, type });
      expect(ProductInput.safeParse(input).error, type).toBeUndefined();
      expect(updateProduct.schema.body.safeParse(input).error, type).toBeUndefined();
    }
  });

  it("asks for no new course to be on sale, and says it of every other product", () => {
    expect(inputOfValues({ ...checked, type: "COURSE" })).not.toHaveProperty("active");
    expect(inputOfValues({ ...checked, type: "COURSE", active: false })).toHaveProperty("active", false);
    expect(inputOfValues({ ...checked, type: "COURSE" }, was("COURSE"))).toHaveProperty("active", true);
    expect(inputOfValues(checked)).toHaveProperty("active", true);
  });

  it("bills a membership by its interval and everything else once", () => {
    expect(inputOfValues({ ...checked, type: "MEMBERSHIP", billingInterval: "YEAR" }).billingInterval).toBe(
      "YEAR",
    );
    expect(inputOfValues({ ...checked, billingInterval: "YEAR" }).billingInterval).toBe("ONE_TIME");
  });

  it("limits downloads only where the switch is on", () => {
    expect(inputOfValues(checked)).toMatchObject({ maxDownloads: null, digitalExpirationDays: null });
    expect(inputOfValues({ ...checked, limitDownloads: true }).maxDownloads).toBe(3);
  });

  it("says nothing of files on other types, and clears them when the type has changed", () => {
    expect(inputOfValues({ ...checked, type: "COURSE" }, was("COURSE"))).not.toHaveProperty("digitalFileUrl");
    expect(inputOfValues({ ...checked, type: "COURSE" }, was("DOWNLOAD"))).toMatchObject({
      digitalFileType: null,
      digitalFileUrl: null,
      digitalFileExternalUrl: null,
    });
    expect(inputOfValues({ ...checked, deliveryNote: "Zoom" }, was("EVENT")).deliveryNote).toBeNull();
    expect(inputOfValues({ ...checked, type: "EVENT", deliveryNote: " Zoom " }).deliveryNote).toBe("Zoom");
  });

  it("names the stock it was typed over, and no stock that was not typed", () => {
    const kit = { ...checked, type: "PHYSICAL" as const, trackInventory: true, inventoryQuantity: "5" };
    expect(inputOfValues(kit)).toMatchObject({ trackInventory: true, inventoryQuantity: 5 });
    expect(inputOfValues(kit, was("PHYSICAL", 5))).not.toHaveProperty("inventoryQuantity");
    expect(inputOfValues(kit, was("PHYSICAL", 2))).toMatchObject({
      inventoryQuantity: 5,
      inventoryQuantityWas: 2,
    });
    expect(inputOfValues({ ...kit, trackInventory: false })).toMatchObject({ trackInventory: false });
    expect(inputOfValues({ ...kit, type: "COURSE" })).toMatchObject({ trackInventory: false });
  });

  it("asks about shipping for physical products alone", () => {
    const pickUp = { ...checked, type: "PHYSICAL" as const, requiresShipping: false };
    expect(inputOfValues(pickUp).requiresShipping).toBe(false);
    expect(inputOfValues({ ...pickUp, type: "SERVICE" })).not.toHaveProperty("requiresShipping");
  });

  it("keeps the limits of offers that are switched off", () => {
    const input = inputOfValues({ ...checked, maxOrderBumps: "2", allowUpsells: false, maxUpsells: "" });
    expect(input).toMatchObject({ allowOrderBumps: true, maxOrderBumps: 2, allowUpsells: false });
    expect(input).not.toHaveProperty("maxUpsells");
  });
});
