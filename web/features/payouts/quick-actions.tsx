import { Download, type LucideIcon, MessageCircle, Store, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { useDataExport } from "./use-data-export.ts";

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
