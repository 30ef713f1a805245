import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { mostSearched, searchStore } from "#contract/search/search.ts";
import { apiQuery } from "#web/api.ts";
import { copyText } from "#web/layout/copy-text.ts";
import type { Person } from "#web/layout/sidebar.tsx";
import { chooseTheme, shownTheme } from "#web/layout/theme.ts";
import { backdropStyle } from "#web/ui/dialog-style.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";
import { type Command, type CommandGroup, commandsFor } from "./commands.ts";
import { foundCommands } from "./found-commands.ts";

/** While somebody types, the server is asked once they pause for so long. */
const pauseMs = 120;

/** One field that leads anywhere, does what can be done from anywhere, and finds what the store has. */
export function CommandPalette({ user, onClose }: { user: Person; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const asked = useDebounced(typed.trim(), pauseMs);
  const { data, isError, isFetching } = useQuery({
    ...apiQuery(searchStore, { querystring: { q: asked } }),
    enabled: asked !== "",
    // What is typed on is answered in the same place, and nothing jumps meanwhile.
    placeholderData: keepPreviousData,
  });
  const isWaiting = isFetching || asked !== typed.trim();
  const groups = useMemo(() => {
    const text = typed.trim().toLowerCase();
    const found = text === "" || !data ? [] : foundCommands(data);
    return [...commandsFor(typed, user), ...(isWaiting ? stillFitting(found, text) : found)];
  }, [typed, data, user, isWaiting]);
  const run = useRun(user, onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Popup className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-2xl border border-border bg-popover text-popover-foreground shadow-lg outline-none sm:top-[12dvh]">
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Autocomplete.Root
            items={groups}
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={({ label }: Command) => label}
          >
            <div className="flex items-center gap-3 border-b border-border px-4">
              <Search aria-hidden="true" className="size-4.5 shrink-0 text-muted-foreground" />
              <Autocomplete.Input
                aria-label="Search products, orders, people and places"
                maxLength={mostSearched}
                placeholder="Go to, do, or find: a name, an order, an amount"
                className="h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted-foreground"
              />
            </div>
            <Autocomplete.Status className="sr-only">
              {isWaiting ? "Searching" : `${groups.reduce((sum, { items }) => sum + items.length, 0)} found`}
            </Autocomplete.Status>
            <Autocomplete.Empty className="px-4 text-sm text-muted-foreground *:py-8 empty:hidden">
              {isError ? (
                <p>Nothing could be searched. Is there a connection?</p>
              ) : isWaiting ? (
                <p>Searching…</p>
              ) : (
                <p>Nothing here is called that. Orders are found by number, amount, name or email.</p>
              )}
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:p-0">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted-foreground">
                    <bdi>{group.label}</bdi>
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Line key={command.id} command={command} onPress={() => run(command)} />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Of an earlier answer, what fits what is typed by now: Enter leads to nothing that was not asked for. */
const stillFitting = (groups: readonly CommandGroup[], text: string): CommandGroup[] =>
  groups
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ label: name, note = "" }) => `${name} ${note}`.toLowerCase().includes(text)),
    }))
    .filter(({ items }) => items.length > 0);

function Line({ command, onPress }: { command: Command; onPress: () => void }) {
  const { label, note, icon: Icon } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={onPress}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-lg px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-accent pointer-coarse:min-h-11"
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />}
      <span dir="auto" className="truncate">
        {label}
      </span>
      {note && (
        <span dir="auto" className="ml-auto max-w-[55%] truncate pl-3 text-muted-foreground">
          {note}
        </span>
      )}
    </Autocomplete.Item>
  );
}

/** Goes where a line leads, or does what it says, and closes the palette. */
function useRun({ handle }: Person, onClose: () => void) {
  const navigate = useNavigate();
  return (command: Command) => {
    onClose();
    if ("href" in command) {
      if (command.leavesApp) location.assign(command.href);
      else void navigate({ href: command.href });
      return;
    }
    if (command.act === "switch-theme") chooseTheme(shownTheme() === "dark" ? "light" : "dark");
    else void copyText(new URL(`/u/${handle || "demo"}`, location.origin).href, "Link copied");
  };
}
