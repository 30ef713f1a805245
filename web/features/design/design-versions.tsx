import { useMutation, useQuery } from "@tanstack/react-query";
import { listDesignVersions, restoreDesignVersion } from "#contract/design/studio.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { momentText } from "#contract/dates.ts";
import type { MyDesign } from "./design-draft.ts";

type Props = { onRestored: (design: MyDesign) => void };

/** What was published before: to be looked at, and taken back into the draft. */
export function DesignVersions({ onRestored }: Props) {
  const zone = useZone();
  const { data = [] } = useQuery({ ...apiQuery(listDesignVersions), staleTime: 0 });
  const restore = useMutation({
    mutationFn: (number: number) => callApi(restoreDesignVersion, { params: { number: String(number) } }),
    onSuccess: (answer) => {
      onRestored(answer);
      toast({ title: "Taken back", description: "Publish it to have everybody see it." });
    },
    onError: (error) => reportFailure(error, "It could not be taken back. Please try again."),
  });
  if (data.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Published before" description="The last 20 are kept." />
      <CardBody>
        <ol className="divide-y divide-border">
          {data.map(({ number, publishedAt }) => (
            <li key={number} className="flex flex-wrap items-center gap-2 py-2 text-sm">
              <span className="grow">{momentText(publishedAt, zone)}</span>
              <LinkButton
                href={`/design-preview?version=${number}`}
                target="_blank"
                variant="ghost"
                size="sm"
                aria-label={`Look at it: the version of ${momentText(publishedAt, zone)}`}
              >
                Look at it
              </LinkButton>
              <Button
                variant="outline"
                size="sm"
                disabled={restore.isPending}
                onClick={() => restore.mutate(number)}
                aria-label={`Take back the version of ${momentText(publishedAt, zone)}`}
              >
                Take back
              </Button>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
