import { describe, expect, it } from "vitest";
import { missingText } from "#contract/catalog/missing-for-sale.ts";
import { productFormSchema } from "./product-form-schema.ts";
import { newProductValues, type ProductFormValues } from "./product-form-values.ts";

const course: ProductFormValues = { ...newProductValues, title: "Light", slug: "light", type: "COURSE" };
const download: ProductFormValues = { ...course, type: "DOWNLOAD" };

/** The first thing that is wrong with each field, which is what the form shows. */
function problemsOf(values: ProductFormValues): Record<string, string> {
  const { error } = productFormSchema.safeParse(values);
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join("."), message]),
  );
}

const centsOf = (price: string) => productFormSchema.safeParse({ ...course, price }).data?.price;

describe("the product form", () => {
  it("asks for title, slug and type, and for the file of a download, all at once", () => {
    expect(problemsOf(newProductValues)).toEqual({
      title: "Title is required",
      slug: "Slug is required",
      type: "Product type is required",
    });
    expect(problemsOf({ ...download, title: " " })).toEqual({
      title: "Title is required",
      file: missingText.file,
    });
  });

  it("takes dollars as people write them, and nothing as free", () => {
    expect([centsOf(""), centsOf(" "), centsOf("0"), centsOf("19")]).toEqual([0, 0, 0, 1_900]);
    expect([centsOf("19.5"), centsOf("$1,299.99"), centsOf(".75")]).toEqual([1_950, 129_999, 75]);
    expect([centsOf("32,00"), centsOf("1.299,95"), centsOf("1 299,95")]).toEqual([3_200, 129_995, 129_995]);
    expect(centsOf("999999.99")).toBe(99_999_999);
    for (const price of ["abc", "-5", "1.999", "1,299", "€32", "1e3", "0x10", "NaN", "5 euros"])
      expect(problemsOf({ ...course, price }), price).toHaveProperty("price");
    expect(problemsOf({ ...course, price: "0.49" })).toEqual({ price: "The lowest price is $0.50, or free" });
    expect(problemsOf({ ...course, price: "1000000" })).toEqual({
      price: "The highest price is $999,999.99",
    });
  });

  it("wants a download to have a file or an https address", () => {
    const link: ProductFormValues = { ...download, fileSource: "LINK" };
    expect(problemsOf(link)).toEqual({ externalUrl: missingText.link });
    expect(problemsOf({ ...link, active: false })).toEqual({});
    expect(problemsOf({ ...link, externalUrl: "http://example.com/a" })).toHaveProperty("externalUrl");
    expect(problemsOf({ ...link, externalUrl: " https://example.com/a " })).toEqual({});
  });

  it("keeps expiration within 1 to 365 days and the limit within 1 to 100 downloads", () => {
    const link: ProductFormValues = { ...download, fileSource: "LINK", externalUrl: "https://example.com/a" };
    for (const expirationDays of ["0", "366", "1.5", "-1"])
      expect(problemsOf({ ...link, expirationDays })).toEqual({ expirationDays: "Between 1 and 365 days" });
    for (const maxDownloads of ["0", "101", "x"])
      expect(problemsOf({ ...link, limitDownloads: true, maxDownloads })).toEqual({
        maxDownloads: "Between 1 and 100 downloads",
      });
    expect(problemsOf({ ...link, limitDownloads: false, maxDownloads: "x" })).toEqual({});
    expect(problemsOf({ ...link, expirationDays: "365", limitDownloads: true, maxDownloads: "100" })).toEqual(
      {},
    );
  });

  it("leaves what belongs to another type alone", () => {
    expect(problemsOf({ ...course, expirationDays: "999", externalUrl: "nonsense" })).toEqual({});
  });
});
