import { isolated } from "#contract/isolated.ts";
import { requestDownloadLink } from "#contract/downloads/downloads.ts";
import { ApiError, callApi } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import type { Download } from "./download-availability.ts";

/** Asks for a link and lets the browser fetch the file. Says how it went; true when the download has begun. */
export async function startDownload(download: Download, proof: string | undefined): Promise<boolean> {
  try {
    const link = await callApi(
      requestDownloadLink,
      { body: { downloadId: download.id, customerId: download.customerId } },
      { headers: proof ? { "x-order-proof": proof } : {} },
    );
    const anchor = document.createElement("a");
    anchor.href = link.downloadUrl;
    if (download.fileType === "UPLOAD") anchor.download = link.fileName;
    anchor.rel = "noreferrer";
    anchor.click();
    toast(
      download.fileType === "UPLOAD"
        ? { title: "Download Started", description: `${isolated(link.fileName)} is downloading...` }
        : { title: "Opening…", description: download.productTitle },
    );
    return true;
  } catch (error) {
    const isAnswered = error instanceof ApiError;
    const denied = isAnswered && error.status === 401;
    toast({
      title: denied ? "Access Denied" : "Download Failed",
      description: isAnswered
        ? error.body.message || "Download failed"
        : "Failed to start download. Please try again.",
      variant: "destructive",
    });
    return false;
  }
}
