import { isolated } from "#contract/isolated.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { libraryQuery, type Shelf } from "./library-query.ts";
import type { ShelfSlots } from "./shelf-slots.ts";

type Props = Pick<ShelfSlots, "renderDownload"> & {
  creator: Shelf["creator"];
  downloads: Shelf["downloads"];
};

const shown = 10;

/** The files and links bought from one creator, the newest first, those that can no longer be had among them. */
export function LibraryDownloads({ creator, downloads, renderDownload }: Props) {
  const files = downloads.filter(({ fileType }) => fileType === "UPLOAD");
  const links = downloads.filter(({ fileType }) => fileType === "LINK");
  return (
    <>
      {files.length > 0 && (
        <DownloadList
          title="Your Downloads"
          description={`Your Digital Downloads from ${isolated(creator.name)}`}
          downloads={files}
          renderDownload={renderDownload}
        />
      )}
      {links.length > 0 && (
        <DownloadList
          title="Your Links"
          description={`Sessions, events and pages that ${isolated(creator.name)} opens for you`}
          downloads={links}
          renderDownload={renderDownload}
        />
      )}
    </>
  );
}

type ListProps = Omit<Props, "creator"> & { title: string; description: string };

function DownloadList({ title, description, downloads, renderDownload }: ListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const queryClient = useQueryClient();
  const countAgain = () => void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey });
  return (
    <Card>
      <CardHeader title={title} description={description} level={3} />
      <ul className="mt-1 divide-y divide-border px-5 pb-1 sm:px-6">
        {(showsAll ? downloads : downloads.slice(0, shown)).map((download) => (
          <Fragment key={download.id}>{renderDownload(download, countAgain)}</Fragment>
        ))}
      </ul>
      {!showsAll && downloads.length > shown && (
        <div className="border-t border-border px-5 py-3 sm:px-6">
          <Button variant="ghost" onClick={() => setShowsAll(true)}>
            Show all {downloads.length}
          </Button>
        </div>
      )}
    </Card>
  );
}
