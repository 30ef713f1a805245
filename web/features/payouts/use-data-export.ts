import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listMyProducts } from "#contract/catalog.ts";
import { getDashboardStats } from "#contract/orders.ts";
import { apiQuery } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";

/** Saves the creator's products and figures as a file, freshly fetched. */
export function useDataExport(handle: string) {
  const queries = useQueryClient();
  const [isExporting, setExporting] = useState(false);
  const exportData = async () => {
    setExporting(true);
    try {
      const [products, stats] = await Promise.all([
        queries.fetchQuery({ ...apiQuery(listMyProducts), staleTime: 0 }),
        queries.fetchQuery({ ...apiQuery(getDashboardStats), staleTime: 0 }),
      ]);
      const exportDate = new Date().toISOString();
      save(
        `${handle || "store"}-export-${exportDate.slice(0, 10)}.json`,
        JSON.stringify({ products, stats, exportDate, handle }, null, 2),
      );
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

function save(fileName: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
