import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { Response } from "./response-texts.ts";

export type ResponseActions = {
  edit: (response: Response) => void;
  setActive: (response: Response, isActive: boolean) => void;
  remove: (response: Response) => void;
};

/** Turns a response on and off, opens it and deletes it. */
export function ResponseRowActions({ response, actions }: { response: Response; actions: ResponseActions }) {
  const { keyword } = response;
  return (
    <div className="flex shrink-0 items-center justify-end gap-1">
      <Switch
        aria-label={`Active: ${keyword}`}
        checked={response.isActive}
        onCheckedChange={(isActive) => actions.setActive(response, isActive)}
      />
      <IconButton label={`Edit ${keyword}`} onClick={() => actions.edit(response)} className="ml-1">
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${keyword}`} onClick={() => actions.remove(response)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
