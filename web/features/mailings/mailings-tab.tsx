import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSearchChange } from "#web/layout/use-search-change.ts";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { AutomaticList } from "./automatic/automatic-list.tsx";
import { AutomaticPage } from "./automatic/automatic-page.tsx";
import { MailingList } from "./mailing-list.tsx";
import { MailingPage } from "./mailing-page.tsx";

type MailingsTabProps = {
  /** The form for the address that must stand below mailings, where none was said yet. */
  postalAddress: ReactNode;
};

const all = "all";
const tabs = [
  { value: "mailings", label: "Mailings" },
  { value: "automatic", label: "Automatic" },
] as const;

/** The Mailings tab of /admin: what is written to many and what is sent by itself, or the one that the address names. */
export function MailingsTab({ postalAddress }: MailingsTabProps) {
  const { mailing, automatic }: { mailing?: unknown; automatic?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  if (isNamed(mailing))
    return (
      <MailingPage
        key={mailing}
        id={mailing}
        postalAddress={postalAddress}
        onBack={() => change({ mailing: undefined })}
      />
    );
  if (isNamed(automatic) && automatic !== all)
    return (
      <AutomaticPage
        key={automatic}
        id={automatic}
        postalAddress={postalAddress}
        onBack={() => change({ automatic: all })}
        // What was typed in it is gone with it.
        onDeleted={() => change({ automatic: all }, { replace: true, ignoreBlocker: true })}
      />
    );
  return (
    <Tabs
      label="Kinds of mails"
      variant="pill"
      tabs={tabs}
      value={automatic === all ? "automatic" : "mailings"}
      onValueChange={(tab) => change({ automatic: tab === "automatic" ? all : undefined })}
    >
      <TabPanel value="mailings">
        <MailingList onOpen={(id) => change({ mailing: id })} />
      </TabPanel>
      <TabPanel value="automatic">
        <AutomaticList onOpen={(id) => change({ automatic: id })} />
      </TabPanel>
    </Tabs>
  );
}

const isNamed = (value: unknown): value is string => typeof value === "string" && value !== "";
