import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { getMailing } from "#contract/mailings/mailings.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { Composer } from "./composer.tsx";
import { stateWords } from "./mailing-words.ts";
import { PlannedMailing } from "./planned-mailing.tsx";
import { SentMailing } from "./sent-mailing.tsx";

type MailingPageProps = { id: string; postalAddress: ReactNode; onBack: () => void };

/** One mailing: as it is written, while it waits for its time, or what became of it. */
export function MailingPage({ id, postalAddress, onBack }: MailingPageProps) {
  const {
    data: mailing,
    error,
    refetch,
  } = useQuery({
    ...apiQuery(getMailing, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === "SENDING" || state.data?.state === "SCHEDULED" ? 5_000 : false,
  });
  if (error && !mailing)
    return (
      <LoadFailure
        icon={Send}
        title="The mailing could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!mailing) return <TableSkeleton rows={6} label="Loading the mailing" />;
  const { label, tone } = stateWords[mailing.state];
  return (
    <>
      <PanelHeading title={mailing.subject || "A new mailing"} backLabel="All mailings" onBack={onBack}>
        <Badge tone={tone}>{label}</Badge>
      </PanelHeading>
      {mailing.state === "DRAFT" ? (
        <Composer key={id} mailing={mailing} postalAddress={postalAddress} onDeleted={onBack} />
      ) : mailing.state === "SCHEDULED" || mailing.state === "LATE" ? (
        <PlannedMailing mailing={mailing} />
      ) : (
        <SentMailing mailing={mailing} />
      )}
    </>
  );
}
