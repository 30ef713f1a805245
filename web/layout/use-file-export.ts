import { useState } from "react";
import { toast } from "#web/ui/toast.ts";

type ExportedFile = { fileName: string; content: unknown };

/** Saves what `collect` brings as a JSON file of the browser's downloads, and says how it went. */
export function useFileExport(collect: () => Promise<ExportedFile>) {
  const [isExporting, setExporting] = useState(false);
  const exportData = async () => {
    setExporting(true);
    try {
      const { fileName, content } = await collect();
      saveFile(fileName, JSON.stringify(content, null, 2));
      toast({ title: "Data Exported", description: "Your data has been saved to your downloads." });
    } catch {
      toast({
        title: "Export Failed",
        description: "Unable to export data. Please try again.",
        variant: "destructive",
      });
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, exportData };
}

function saveFile(fileName: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
