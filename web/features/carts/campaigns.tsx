import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import type { ReactNode } from "react";
import { listCartSequences } from "#contract/carts/sequences.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { SequenceForm } from "./sequence-form.tsx";

/** The two sequences of mails about carts: after a checkout was left, and after its payment failed. */
export function Campaigns({ postalAddress }: { postalAddress: ReactNode }) {
  const { data: sequences, error, refetch } = useQuery(apiQuery(listCartSequences));
  if (error && !sequences)
    return (
      <LoadFailure
        icon={MailCheck}
        title="Your campaigns could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!sequences) return <TableSkeleton rows={4} label="Loading your campaigns" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {postalAddress}
      {sequences.map((sequence) => (
        <SequenceForm key={sequence.kind} sequence={sequence} />
      ))}
    </div>
  );
}
