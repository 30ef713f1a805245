/** A column as far as it can be chosen. */
export type ChoosableColumn = { id: string; header: string; isFixed?: true; isExtra?: true };

/** Which of a list's columns are shown, and how that is changed. */
export type ColumnChoice = {
  /** Those that are shown, of those that are not fixed; undefined: as the list shows them by itself. */
  chosen: readonly string[] | undefined;
  /** Whether it is known what was chosen; until then nothing is shown that would jump. */
  isKnown: boolean;
  choose: (columns: string[]) => void;
  reset: () => void;
};

/** Whether a column is shown with a choice. */
export const isShown = ({ id, isFixed, isExtra }: ChoosableColumn, chosen: readonly string[] | undefined) =>
  isFixed === true || (chosen ? chosen.includes(id) : isExtra !== true);

/** The choice with one column more, or less. */
export const chosenWith = (
  columns: readonly ChoosableColumn[],
  chosen: readonly string[] | undefined,
  changed: { id: string; isShown: boolean },
): string[] =>
  columns
    .filter((column) => !column.isFixed)
    .filter((column) => (column.id === changed.id ? changed.isShown : isShown(column, chosen)))
    .map(({ id }) => id);
