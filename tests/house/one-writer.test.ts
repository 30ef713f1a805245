import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

/** The files of the server, tests aside, that put rows into a table, by SQL or by Drizzle. */
function writersOf(table: string, name: string): string[] {
  const pattern = new RegExp(`insert into ${table}\\b|\\.insert\\(${name}\\)`);
  return listFiles("server").filter(
    (path) =>
      path.endsWith(".ts") &&
      !path.endsWith(".test.ts") &&
      pattern.test(readFileSync(join(root, path), "utf8")),
  );
}

const writer = "server/features/orders/write-paid-order.ts";

test("what a paid order writes is written by one function", () => {
  expect(writersOf("order_payments", "orderPayments")).toEqual([writer]);
  expect(writersOf("access", "access")).toEqual([writer]);
  expect(writersOf("digital_downloads", "digitalDownloads")).toEqual([writer]);
  expect(writersOf("order_browsers", "orderBrowsers")).toEqual([
    // A bank brought the buyer back to another browser, after the order was paid.
    "server/features/checkout/finish-payment.ts",
    writer,
  ]);
});

test("orders and their lines have one more writer, of attempts that nobody paid", () => {
  const attempts = "server/features/checkout/record-failure.ts";
  expect(writersOf("orders", "orders")).toEqual([attempts, writer]);
  expect(writersOf("order_items", "orderItems")).toEqual(["server/features/orders/write-lines.ts"]);
});
