import { useQueryClient } from "@tanstack/react-query";
import { Download, type LucideIcon, MessageCircle, Store, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { apiQuery } from "#web/api.ts";
import { useFileExport } from "#web/layout/use-file-export.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { shopNow } from "#web/shop-now.ts";

type QuickActionsProps = { handle: string; onShowPayments: () => void };

/** What a creator comes to the settings for, one press each. */
export function QuickActions({ handle, onShowPayments }: QuickActionsProps) {
  const { isExporting, exportData } = useDataExport(handle);
  return (
    <Card>
      <CardHeader title="Quick Actions" />
      <CardBody>
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <li className="grid">
            <a href={`/u/${handle || "demo"}`} className={tile}>
              <Label icon={Store}>Manage Storefront</Label>
            </a>
          </li>
          <li className="grid">
            <button type="button" className={tile} onClick={onShowPayments}>
              <Label icon={Wallet}>Payment Settings</Label>
            </button>
          </li>
          <li className="grid">
            <a href="/social" target="_blank" className={tile}>
              <Label icon={MessageCircle}>Social Integrations</Label>
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </li>
          <li className="grid">
            <button type="button" className={tile} disabled={isExporting} onClick={() => void exportData()}>
              {isExporting ? <Spinner className="size-4" /> : <Download aria-hidden="true" />}
              Export Data
            </button>
          </li>
        </ul>
      </CardBody>
    </Card>
  );
}

const tile = buttonStyle("outline", "lg", "justify-start");

function Label({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden="true" />
      {children}
    </>
  );
}

/** Saves the creator's products and figures as a file, freshly fetched. */
function useDataExport(handle: string) {
  const queries = useQueryClient();
  return useFileExport(async () => {
    const [products, stats] = await Promise.all([
      queries.fetchQuery({ ...apiQuery(listMyProducts), staleTime: 0 }),
      queries.fetchQuery({ ...apiQuery(getDashboardStats), staleTime: 0 }),
    ]);
    const exportDate = shopNow().toISOString();
    return {
      fileName: `${handle || "store"}-export-${exportDate.slice(0, 10)}.json`,
      content: { products, stats, exportDate, handle },
    };
  });
}
