import type { ReactNode } from "react";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { ChooseBox } from "./choose-box.tsx";
import type { Choice } from "./use-choice.ts";

type ChooseColumnProps<Row> = {
  choice: Choice;
  /** The ids of the rows on the page. */
  shown: readonly string[];
  /** What the box in the head does: "Choose every product". */
  label: string;
  /** The box of a row. */
  cell: (row: Row) => ReactNode;
};

/** The column of a table by which rows are chosen, one of them or all that are shown. */
export const chooseColumn = <Row,>({
  choice,
  shown,
  label,
  cell,
}: ChooseColumnProps<Row>): DataColumn<Row> => ({
  id: "choose",
  header: "Choose",
  isFixed: true,
  head: (
    <ChooseBox
      label={label}
      isChosen={shown.length > 0 && shown.every(choice.isChosen)}
      onChange={(isChosen) => choice.set(shown, isChosen, shown)}
    />
  ),
  cell,
});
