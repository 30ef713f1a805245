import { Download } from "lucide-react";
import { mostChosenRows } from "#contract/most-chosen-rows.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Choice } from "./use-choice.ts";

type ExportChosenProps = {
  /** Of the export. */
  url: string;
  choice: Pick<Choice, "ids" | "isAll">;
  /** The chosen rows that are still there, where that is known. */
  ids?: readonly string[];
  /** What the list is filtered by, as its export takes it: all that it finds may be chosen at once. */
  filter?: Readonly<Record<string, string | undefined>>;
};

/** The chosen rows as a CSV file. */
export function ExportChosen({ url, choice, ids = [...choice.ids], filter = {} }: ExportChosenProps) {
  const label = (
    <>
      <Download aria-hidden="true" /> Export CSV
    </>
  );
  if (!choice.isAll && ids.length > mostChosenRows)
    return (
      <Button variant="outline" disabled className="max-sm:grow">
        {label} (at most {mostChosenRows} by hand)
      </Button>
    );
  return (
    <LinkButton
      href={addressOf(url, choice.isAll ? filter : { ids: ids.join(",") })}
      download
      variant="outline"
      className="max-sm:grow"
    >
      {label}
    </LinkButton>
  );
}

function addressOf(url: string, asked: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(asked).flatMap(([key, value]) => (value ? [[key, value]] : []));
  return said.length === 0 ? url : `${url}?${new URLSearchParams(said).toString()}`;
}
