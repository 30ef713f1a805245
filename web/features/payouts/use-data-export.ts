import { useQueryClient } from "@tanstack/react-query";
import { listMyProducts } from "#contract/catalog.ts";
import { getDashboardStats } from "#contract/orders.ts";
import { apiQuery } from "#web/api.ts";
import { useFileExport } from "#web/layout/use-file-export.ts";

/** Saves the creator's products and figures as a file, freshly fetched. */
export function useDataExport(handle: string) {
  const queries = useQueryClient();
  return useFileExport(async () => {
    const [products, stats] = await Promise.all([
      queries.fetchQuery({ ...apiQuery(listMyProducts), staleTime: 0 }),
      queries.fetchQuery({ ...apiQuery(getDashboardStats), staleTime: 0 }),
    ]);
    const exportDate = new Date().toISOString();
    return {
      fileName: `${handle || "store"}-export-${exportDate.slice(0, 10)}.json`,
      content: { products, stats, exportDate, handle },
    };
  });
}
