import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useId, useState } from "react";
import { formatFileSize } from "#contract/file-size.ts";
import { longDayText, momentText } from "#contract/dates.ts";
import {
  createAccountExport,
  createAccountExportLink,
  exportsADay,
  getAccountExports,
} from "#contract/leaving/account-exports.ts";
import { apiMutation, apiQuery, type Output } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Progress } from "#web/ui/progress.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Exports = Output<typeof getAccountExports>;
type Export = NonNullable<Exports["newest"]>;

const isOpen = (newest: Export | null | undefined) =>
  newest?.state === "QUEUED" || newest?.state === "RUNNING";
const askAgainMs = 2_000;

/** Everything of the creator's as one file: have it made, see how far it is, download it. */
export function AccountExportCard() {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(getAccountExports),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data?.newest) ? askAgainMs : false),
  });
  return (
    <Card>
      <CardHeader
        title="Export everything"
        description="One ZIP with your customers, orders, subscribers, payouts, messages and all else as tables, and what you wrote as text. You get a mail when it is ready."
      />
      <CardBody className="grid gap-5">
        {data ? (
          <>
            <div aria-live="polite" className="grid gap-3 empty:hidden">
              {data.newest && (data.newest.state !== "READY" || data.stored) && (
                <Newest newest={data.newest} />
              )}
            </div>
            {data.stored && <Stored stored={data.stored} />}
            {!isOpen(data.newest) && <AskForm exports={data} />}
          </>
        ) : isError ? (
          <Button variant="outline" onClick={() => void refetch()}>
            It could not be loaded. Try again
          </Button>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </CardBody>
    </Card>
  );
}

function Newest({ newest }: { newest: Export }) {
  const { state, percent, step } = newest;
  switch (state) {
    case "QUEUED":
      return <p className="text-sm">Your export begins in a moment. You can leave this page.</p>;
    case "RUNNING":
      return (
        <>
          <p className="text-sm wrap-anywhere">
            {percent} % done{step !== null && `, writing ${step}`}. You can leave this page.
          </p>
          <Progress value={percent} label="How much of your export is done" />
        </>
      );
    case "READY":
      return <p className="text-sm">Your export is ready.</p>;
    case "FAILED":
      return (
        <p className="text-sm">
          Your last export could not be made. That was our fault and does not count. Please have it made once
          more.
        </p>
      );
    case "EXPIRED":
      return null;
  }
}

/** What can be downloaded, also while a newer one is made. */
function Stored({ stored: { id, createdAt, sizeBytes, expiresAt, withFiles } }: { stored: Export }) {
  const zone = useZone();
  const download = useMutation({
    ...apiMutation(createAccountExportLink),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => reportFailure(error, "Your export could not be downloaded"),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button loading={download.isPending} onClick={() => download.mutate({ params: { id } })}>
        <Archive aria-hidden="true" />
        Download ({formatFileSize(sizeBytes ?? 0)})
      </Button>
      <p className="text-sm text-muted-foreground">
        Made {momentText(createdAt, zone)}, {withFiles ? "with" : "without"} files.
        {expiresAt !== null && ` Here until ${longDayText(expiresAt, zone)}.`}
      </p>
    </div>
  );
}

function AskForm({ exports: { stored, filesBytes, nextAt } }: { exports: Exports }) {
  const zone = useZone();
  const queries = useQueryClient();
  const [withFiles, setWithFiles] = useState(true);
  const checkboxId = useId();
  const ask = useMutation(apiMutation(createAccountExport));

  const submit = async () => {
    try {
      await ask.mutateAsync({ body: { withFiles } });
    } catch (error) {
      reportFailure(error, "Your export could not be begun");
    }
    await queries.invalidateQueries({ queryKey: apiQuery(getAccountExports).queryKey });
  };

  if (nextAt !== null)
    return (
      <p className="text-sm text-muted-foreground">
        You had {exportsADay} exports made in 24 hours. You can have the next one made from{" "}
        {momentText(nextAt, zone)}.
      </p>
    );
  return (
    <form
      className="grid justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="flex items-start gap-3 text-sm">
        <Checkbox
          id={checkboxId}
          aria-describedby={`${checkboxId}-size`}
          checked={withFiles}
          onChange={(event) => setWithFiles(event.target.checked)}
        />
        <div className="grid gap-0.5">
          <label htmlFor={checkboxId} className="font-medium">
            With my files and pictures
          </label>
          <p id={`${checkboxId}-size`} className="text-muted-foreground">
            {filesBytes === 0 ? "There are none yet." : `Up to ${formatFileSize(filesBytes)}.`}
          </p>
        </div>
      </div>
      <Button type="submit" variant={stored ? "outline" : "primary"} loading={ask.isPending}>
        {stored ? "Make a new one" : "Make my export"}
      </Button>
      {stored && <p className="text-sm text-muted-foreground">A new one takes the place of this one.</p>}
    </form>
  );
}
