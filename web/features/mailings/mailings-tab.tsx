import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSearchChange } from "#web/layout/use-search-change.ts";
import { MailingList } from "./mailing-list.tsx";
import { MailingPage } from "./mailing-page.tsx";

type MailingsTabProps = {
  /** The form for the address that must stand below mailings, where none was said yet. */
  postalAddress: ReactNode;
};

/** The Mailings tab of /admin: all of them, or the one that the address names (`mailing`). */
export function MailingsTab({ postalAddress }: MailingsTabProps) {
  const { mailing }: { mailing?: unknown } = useSearch({ strict: false });
  const change = useSearchChange();
  return typeof mailing === "string" && mailing !== "" ? (
    <MailingPage
      key={mailing}
      id={mailing}
      postalAddress={postalAddress}
      onBack={() => change({ mailing: undefined })}
    />
  ) : (
    <MailingList onOpen={(id) => change({ mailing: id })} />
  );
}
