import { Columns3 } from "lucide-react";
import { Button } from "./button.tsx";
import { type ChoosableColumn, chosenWith, type ColumnChoice, isShown } from "./column-choice.ts";
import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from "./menu.tsx";

type ColumnsMenuProps = {
  columns: readonly ChoosableColumn[];
  choice: ColumnChoice;
  /** The list may be in the order of what is hidden. */
  onHide: (columnId: string) => void;
};

/** The columns of a list, each of which can be shown or hidden, and the way back to its own. */
export function ColumnsMenu({ columns, choice: { chosen, choose, reset }, onHide }: ColumnsMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <Columns3 aria-hidden="true" /> Columns
        </Button>
      }
    >
      {columns
        .filter(({ isFixed }) => !isFixed)
        .map((column) => (
          <MenuCheckbox
            key={column.id}
            checked={isShown(column, chosen)}
            onCheckedChange={(checked) => {
              choose(chosenWith(columns, chosen, { id: column.id, isShown: checked }));
              if (!checked) onHide(column.id);
            }}
          >
            {column.header}
          </MenuCheckbox>
        ))}
      <MenuSeparator />
      <MenuItem disabled={chosen === undefined} onClick={reset}>
        Reset columns
      </MenuItem>
    </Menu>
  );
}
