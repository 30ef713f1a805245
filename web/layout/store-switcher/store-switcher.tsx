import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Check, Mail } from "lucide-react";
import { chooseStore, listOwnTeams } from "#contract/team/own-teams.ts";
import { roleNames } from "#contract/team/roles.ts";
import { apiMutation, apiQuery, errorMessage } from "#web/api.ts";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.ts";

/** The stores that somebody works for, and their own: which of them this browser acts for. */
export function StoreSwitcher({ className }: { className: string }) {
  const { data } = useQuery({ ...apiQuery(listOwnTeams), staleTime: 60_000 });
  const choose = useMutation({
    ...apiMutation(chooseStore),
    // Nothing of the other store stays on the page.
    onSuccess: () => location.assign("/"),
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "The store could not be changed. Please try again."),
        variant: "destructive",
      }),
  });
  const stores = data
    ? [
        { ...data.own, note: "your own" },
        ...data.stores.map(({ role, ...store }) => ({ ...store, note: roleNames[role] })),
      ]
    : [];
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`${className} w-full hover:text-foreground`}>
          {choose.isPending ? <Spinner className="size-4" /> : <ArrowLeftRight aria-hidden="true" />}
          Switch store
          {data && data.invitations.length > 0 && (
            <span className="ml-auto rounded-full bg-brand-soft px-2 text-xs font-medium text-brand-soft-foreground">
              {data.invitations.length}
              <span className="sr-only"> {data.invitations.length === 1 ? "invitation" : "invitations"}</span>
            </span>
          )}
        </button>
      }
    >
      {stores.map(({ id, name, note }) => (
        <MenuItem key={id} onClick={() => id !== data?.actingFor && choose.mutate({ body: { storeId: id } })}>
          <Check className={id === data?.actingFor ? "size-4" : "invisible size-4"} aria-hidden="true" />
          <span dir="auto" className="truncate">
            {name}
          </span>
          <span className="ml-auto pl-3 text-muted-foreground">{note}</span>
          {id === data?.actingFor && <span className="sr-only">, on this page</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLink href="/team-invitation">
        <Mail aria-hidden="true" /> Invitations and teams
      </MenuLink>
    </Menu>
  );
}
