import { expect, test } from "vitest";
import { kindOfFile, kindOfThing, sizeBeforeSale } from "#contract/catalog/product-kind.ts";

test("a thing is named by what it is: a file by kind and size, never by a guess", () => {
  const download = {
    type: "DOWNLOAD",
    fileType: "UPLOAD",
    fileName: "kit.ZIP",
    fileSize: 2_516_582,
  } as const;
  expect(kindOfThing(download)).toBe("ZIP, 2.4 MB");
  expect(kindOfThing({ ...download, fileType: "LINK" })).toBe("Link");
  expect(kindOfThing({ ...download, fileType: null })).toBe("Download");
  expect(kindOfThing({ ...download, type: "BOOKING_LINK", fileType: "LINK" })).toBe("1:1 Session");
  expect(kindOfThing({ ...download, type: "EVENT" })).toBe("Event");
  expect(kindOfFile(null, null)).toBe("File");
  expect(kindOfFile("no ending", 10)).toBe("File, 10 Bytes");
});

test("before a sale a size is named from a megabyte on", () => {
  expect([null, 2_762, 1_048_575].map(sizeBeforeSale)).toEqual([null, null, null]);
  expect(sizeBeforeSale(1_048_576)).toBe(1_048_576);
});
