import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Palette } from "lucide-react";
import { listDesignVersions, publishMyDesign } from "#contract/design/studio.ts";
import { callApi } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { PlansLink } from "#web/layout/plans-link.tsx";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { DesignControls } from "./design-controls.tsx";
import type { MyDesign } from "./design-draft.ts";
import { DesignPreview } from "./design-preview.tsx";
import { DesignVersions } from "./design-versions.tsx";
import { partLabels } from "./look-labels.ts";
import { type ChosenPicture, StudioContext, type StudioUploads } from "./studio-parts.ts";
import { myDesignQuery, useDesignDraft } from "./use-design-draft.ts";

/** Where a creator chooses how their store looks: the controls beside the page itself, drawn from the draft. */
export function DesignPage({ handle, uploads }: { handle: string; uploads: StudioUploads }) {
  const { data, error, refetch } = useQuery({ ...myDesignQuery, staleTime: 0 });
  if (data) return <Studio opened={data} handle={handle} uploads={uploads} />;
  return (
    <>
      <PageHeading title="Design" />
      {error ? (
        <LoadFailure
          icon={Palette}
          title="Your design could not be loaded"
          level={2}
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-8 lg:grid-cols-2">
          <Skeleton className="h-128" />
          <Skeleton className="h-128" />
        </div>
      )}
    </>
  );
}

type StudioProps = { opened: MyDesign; handle: string; uploads: StudioUploads };

function Studio({ opened, handle, uploads }: StudioProps) {
  const draft = useDesignDraft(opened);
  const { saved, both, status, isDirty, isSignedOut } = draft;
  const refreshVersions = useRefresh([listDesignVersions]);
  const publish = useMutation({
    mutationFn: () => callApi(publishMyDesign, { body: { revision: saved.revision } }),
    onSuccess: async (answer) => {
      draft.replace(answer);
      await refreshVersions();
      toast({ title: "Published", description: "Everybody sees your store like this now." });
    },
    onError: (error) => {
      reportFailure(error, "It could not be published. Please try again.");
      // Another tab has changed it, or the plan has: what is shown from now on can be published.
      return draft.reread();
    },
  });
  const own = both.filter((part) => part !== "blocks");
  const [added, setAdded] = useState<readonly ChosenPicture[]>([]);
  const parts = {
    ...uploads,
    pictures: new Map([...saved.pictures, ...added].map(({ id, picture }) => [id, picture])),
    addPicture: (picture: ChosenPicture) => setAdded((before) => [...before, picture]),
  };
  const locked = saved.lockedParts.map((part) => partLabels[part]);
  return (
    <StudioContext value={parts}>
      <PageHeading
        title="Design"
        description="Try what you like: your store changes when you publish."
        actions={
          <>
            <LinkButton href={`/u/${handle}`} variant="outline">
              See my store
            </LinkButton>
            <Button
              loading={publish.isPending}
              disabled={isDirty || saved.isPublished || locked.length > 0}
              onClick={() => publish.mutate()}
            >
              {saved.isPublished && !isDirty ? "Published" : "Publish"}
            </Button>
          </>
        }
      />
      <p role="status" className="-mt-4 mb-4 text-sm text-muted-foreground">
        {status}
      </p>
      <a href="#preview" className="mb-4 inline-block text-sm font-medium underline lg:hidden">
        To the preview
      </a>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {isSignedOut && (
            <Notice
              tone="warning"
              icon={Palette}
              title="You are signed out"
              actions={
                <LinkButton href="/api/login?returnTo=%2Fadmin" target="_blank" variant="outline" size="sm">
                  Sign in in a new tab
                </LinkButton>
              }
            >
              <p>
                Nothing is lost: what you have chosen stays here, and is saved once you are signed in again.
              </p>
            </Notice>
          )}
          {both.length > 0 && (
            <Notice tone="warning" icon={Palette} title="Changed in another tab, too">
              {own.length > 0 && <p>Yours stands: {own.map((part) => partLabels[part]).join(", ")}.</p>}
              {both.includes("blocks") && (
                <p>
                  A block of the page was changed in both: theirs stands below yours. Remove what you do not
                  want.
                </p>
              )}
            </Notice>
          )}
          {locked.length > 0 && (
            <Notice
              tone="warning"
              icon={Palette}
              title="Part of the Pro plan"
              actions={<PlansLink here="/design" size="sm" />}
            >
              <p>
                You can try this look, and publish it with Pro: {locked.join(", ")}. Market and Plain in your
                own accent are yours to publish now.
              </p>
            </Notice>
          )}
          <DesignControls draft={draft} />
          <DesignVersions onRestored={draft.replace} />
        </div>
        <div className="lg:sticky lg:top-6">
          <DesignPreview path="/design-preview" name={`${saved.revision}`} />
        </div>
      </div>
    </StudioContext>
  );
}
