import { describe, expect, it } from "vitest";
import { ProductInput, updateProduct } from "#contract/catalog.ts";
import { inputOfValues, newProductValues, type CheckedProduct } from "./product-form-values.ts";

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

describe("what the server is told of a product", () => {
  it("is what the contract takes, whatever the type", () => {
    for (const type of ProductInput.shape.type.options) {
      const input = inputOfValues({ ...checked, type });
      expect(ProductInput.safeParse(input).error, type).toBeUndefined();
      expect(updateProduct.schema.body.safeParse(input).error, type).toBeUndefined();
    }
  });

  it("bills a membership by its interval and everything else once", () => {
    expect(inputOfValues({ ...checked, type: "MEMBERSHIP", billingInterval: "YEAR" }).billingInterval).toBe(
      "YEAR",
    );
    expect(inputOfValues({ ...checked, billingInterval: "YEAR" }).billingInterval).toBe("ONE_TIME");
  });

  it("limits downloads only where the switch is on", () => {
    expect(inputOfValues(checked)).toMatchObject({ maxDownloads: null, digitalExpirationDays: 30 });
    expect(inputOfValues({ ...checked, limitDownloads: true }).maxDownloads).toBe(3);
  });

  it("says nothing of files on other types, and clears them when the type has changed", () => {
    expect(inputOfValues({ ...checked, type: "COURSE" }, "COURSE")).not.toHaveProperty("digitalFileUrl");
    expect(inputOfValues({ ...checked, type: "COURSE" }, "DOWNLOAD")).toMatchObject({
      digitalFileType: null,
      digitalFileUrl: null,
      digitalFileExternalUrl: null,
    });
    expect(inputOfValues({ ...checked, deliveryNote: "Zoom" }, "EVENT").deliveryNote).toBeNull();
    expect(inputOfValues({ ...checked, type: "EVENT", deliveryNote: " Zoom " }).deliveryNote).toBe("Zoom");
  });
});
