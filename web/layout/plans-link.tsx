import type { MouseEvent } from "react";
import { planPathFrom } from "#contract/plans/plan-path.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { useMay } from "./use-role.ts";

type Props = {
  /** Where to go on afterwards. */
  here: string;
  size?: "sm";
  onClick?: (event: MouseEvent) => void;
};

/** The way to the plans for the store's owner, who alone chooses one; nothing for anybody else of the team. */
export function PlansLink({ here, ...button }: Props) {
  if (!useMay(ownerOnly)) return null;
  return (
    <LinkButton variant="outline" href={planPathFrom(here)} {...button}>
      See the plans
    </LinkButton>
  );
}
