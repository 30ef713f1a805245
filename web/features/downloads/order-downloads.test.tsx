import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Download, listOrderDownloads } from "#contract/downloads/downloads.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { DownloadWay } from "./download-way.tsx";
import { OrderDownloads } from "./order-downloads.tsx";

const orderId = exampleId();
const file = example(Download, {
  id: exampleId(),
  productId: exampleId(),
  productType: "DOWNLOAD",
  productTitle: "Grid kit",
  fileType: "UPLOAD",
  fileName: "grid-kit.pdf",
  fileSize: 25_200,
  buttonText: "Download Here",
  isActive: true,
  downloadCount: 0,
  maxDownloads: 5,
  expiresAt: "2097-01-01T00:00:00.000Z",
});
const link = {
  ...file,
  id: exampleId(),
  productId: exampleId(),
  fileType: "LINK" as const,
  maxDownloads: null,
};

const open = (width: 390 | 1280) =>
  renderScreen(
    <>
      {[file, link].map(({ productId, productTitle }) => (
        <div key={productId} className="flex">
          <DownloadWay
            orderId={orderId}
            productId={productId}
            title={productTitle}
            proof={undefined}
            isExpected
          />
        </div>
      ))}
      <OrderDownloads orderId={orderId} proof={undefined} expected={["UPLOAD", "LINK"]} />
      <p>What follows</p>
    </>,
    { at: "/success", width },
  );
const follows = () => page.getByText("What follows").element().getBoundingClientRect().top;

test.each([390, 1280] as const)(
  "the place of files and links is held until they come, so that nothing moves on a screen of %i pixels",
  async (width) => {
    server.answer(listOrderDownloads, [file, { ...link, expiresAt: null }]);
    const asking = server.hold(listOrderDownloads);
    await open(width);
    await expect.element(page.getByRole("heading", { name: "Your Downloads" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Your Links" })).toBeVisible();
    const before = follows();
    asking.release();
    await expect.element(page.getByText("grid-kit.pdf")).toBeVisible();
    expect(Math.abs(follows() - before)).toBeLessThan(2);
  },
);
