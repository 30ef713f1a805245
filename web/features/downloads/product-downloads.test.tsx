import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  Download,
  FileNews,
  getFileNews,
  listProductDownloads,
  renewDownload,
  SoldDownload,
} from "#contract/downloads/downloads.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { ProductDownloads } from "./product-downloads.tsx";

/** The downloads of a file that one buyer has fetched once; what is done to it is kept. */
async function openDownloads() {
  let download = example(SoldDownload, {
    id: exampleId(),
    buyer: { email: "ada@example.com", name: "Ada Buyer" },
    state: "OPEN",
    downloadCount: 1,
    maxDownloads: 3,
    expiresAt: "2097-01-01T00:00:00.000Z",
  });
  server.answer(listProductDownloads, () => ({ productTitle: "Grid kit", downloads: [download], total: 1 }));
  server.answer(getFileNews, example(FileNews));
  server.answer(renewDownload, ({ body }) => {
    if (body.isActive !== undefined) download = { ...download, state: body.isActive ? "OPEN" : "REVOKED" };
    return example(Download);
  });
  await renderScreen(
    <ProductDownloads productId={exampleId()} backLabel="All products" onBack={() => {}} />,
    {
      at: "/admin?tab=products&downloads=x",
    },
  );
}

const notified = (text: string) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();

async function act(name: string) {
  await page.getByRole("button", { name: /^Actions: / }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("a seller sees how often a file was fetched, and by whom", async () => {
  await openDownloads();
  await expect.element(page.getByRole("heading", { name: "Downloads of Grid kit" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "1 of 3" });
  for (const text of ["Ada Buyer", "ada@example.com"]) await expect.element(row).toMatchTextContent(text);
  await expect.element(page.getByText("Active", { exact: true })).toBeVisible();
  await expectAccessible();
});

test("more days are given within a year, and sent as they were typed", async () => {
  await openDownloads();
  await act("Extend download");
  const days = page.getByLabelText("Days from today");
  const extend = page.getByRole("button", { name: "Extend", exact: true });
  await days.fill("400");
  await extend.click();
  await expect.element(page.getByText("Use 1 to 365 days")).toBeVisible();
  expect(server.calls(renewDownload)).toEqual([]);
  await days.fill("60");
  await extend.click();
  await notified("Download extended successfully");
  expect(server.calls(renewDownload)).toMatchObject([{ body: { extendDays: 60 } }]);
});

test("a download is revoked once that was meant, says so, and is restored", async () => {
  await openDownloads();
  await act("Revoke download");
  await expectAccessible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await notified("Download revoked successfully");
  await expect.element(page.getByText("Revoked", { exact: true })).toBeVisible();
  await act("Restore download");
  await notified("Download restored successfully");
  await expect.element(page.getByText("Active", { exact: true })).toBeVisible();
});

test("what the server cannot do is told of, and nothing is shown as done", async () => {
  await openDownloads();
  await act("Revoke download");
  server.refuse(renewDownload, 500);
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await notified("Failed to update download");
  await expect.element(page.getByText("Active", { exact: true })).toBeVisible();
});
