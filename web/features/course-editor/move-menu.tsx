import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";

type Props = {
  id: string;
  title: string;
  canMoveUp: boolean;
  canMoveDown: boolean;
  onMove: (step: -1 | 1) => void;
  onRename: () => void;
  onRemove: () => void;
};

/** What can be done to a module or a lesson of the outline. */
export function MoveMenu({ id, title, canMoveUp, canMoveDown, onMove, onRename, onRemove }: Props) {
  return (
    <Menu
      trigger={
        <Button id={id} variant="ghost" size="icon" aria-label={`More actions: ${title}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onClick={onRename}>
        <Pencil aria-hidden="true" /> Rename
      </MenuItem>
      <MenuItem disabled={!canMoveUp} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" /> Move up
      </MenuItem>
      <MenuItem disabled={!canMoveDown} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" /> Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem destructive onClick={onRemove}>
        <Trash2 aria-hidden="true" /> Delete
      </MenuItem>
    </Menu>
  );
}
