import { useQuery } from "@tanstack/react-query";
import { longDayText } from "#contract/dates.ts";
import type { previewMove } from "#contract/memberships/memberships.ts";
import { ApiError, type Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { cardText, type Membership, planName } from "./membership-text.ts";
import { movePreviewQuery, type Proof, useMoveMembership } from "./use-membership.ts";

type Props = {
  membership: Membership;
  plan: NonNullable<Membership["otherPlan"]>;
  proof: Proof;
  onChangeCard: () => void;
  onClose: () => void;
};

/** What moving to the other interval costs, to the cent, and the words that its member agrees to. */
export function MoveDialog({ membership, plan, proof, onChangeCard, onClose }: Props) {
  const { data: preview, error } = useQuery(movePreviewQuery(membership, plan.billingInterval, proof));
  const move = useMoveMembership(membership, proof, onClose);
  const money = (cents: number) => formatMoney(cents, membership.currency);
  const { isLater } = plan;
  const switchLabel = `Switch to ${planName(plan)}`;
  const each = plan.billingInterval === "YEAR" ? "year" : "month";
  const refusal = move.data && !move.data.isPaid ? move.data.message : undefined;
  const card = membership.card ? cardText(membership.card) : "your card";

  return (
    <Dialog
      open
      onOpenChange={() => !move.isPending && onClose()}
      size="sm"
      title={switchLabel}
      description={
        isLater
          ? `${money(plan.priceCents)} every ${each}, once your paid ${plan.title === null ? "year" : "month"} is over.`
          : `${money(plan.priceCents)} every ${each}, from today.`
      }
    >
      {error ? (
        <p role="alert" className="text-sm text-destructive-soft-foreground">
          {error instanceof ApiError && error.status < 500
            ? error.body.message
            : "The amount could not be worked out. Please close this and try again."}
        </p>
      ) : (
        <div className="grid gap-4" aria-busy={!preview}>
          {preview ? <Costs preview={preview} each={each} /> : <Skeleton className="h-28" />}
          {refusal && (
            <div
              role="alert"
              className="grid justify-items-start gap-2 rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground"
            >
              <p>{refusal} Nothing was charged, and your membership is as it was.</p>
              <Button variant="outline" onClick={onChangeCard}>
                Change card
              </Button>
            </div>
          )}
          <DialogFooter>
            <DialogClose>Not now</DialogClose>
            <Button loading={move.isPending || !preview} onClick={() => preview && move.mutate(preview)}>
              {isLater ? switchLabel : preview ? `Pay ${money(preview.chargeCents)}` : "Pay"}
            </Button>
          </DialogFooter>
          {preview && (
            <p className="text-xs text-muted-foreground">
              {isLater
                ? `With '${switchLabel}' you agree that ${card} is charged ${money(preview.priceCents)} every month from then on, until you cancel. You can take this back until then.`
                : `With 'Pay ${money(preview.chargeCents)}' you agree that ${card} is charged this now and ${money(preview.priceCents)} every ${each} from then on, until you cancel. You can cancel here at any time, and keep what you paid for.`}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** To the cent and the day: what is charged now, and what then. */
function Costs({ preview, each }: { preview: Output<typeof previewMove>; each: string }) {
  const zone = useZone();
  const { priceCents, creditCents, chargeCents, currency } = preview;
  const money = (cents: number) => formatMoney(cents, currency);
  const next = `${money(priceCents)} on ${longDayText(preview.nextPaymentAt, zone)}`;
  if (chargeCents === 0)
    return (
      <p className="text-sm">
        From {longDayText(preview.startsAt, zone)} you pay {money(priceCents)} a {each}. Nothing is charged
        today, and everything you paid for stays as it is.
      </p>
    );
  return (
    <dl className="grid gap-2 text-sm">
      <Row label={`One ${each}`} amount={money(priceCents)} />
      {creditCents > 0 && (
        <Row label="Less what is left of your paid time" amount={`−${money(creditCents)}`} />
      )}
      <div className="flex justify-between gap-4 border-t border-border pt-2 font-semibold">
        <dt>Charged now</dt>
        <dd>{money(chargeCents)}</dd>
      </div>
      <Row label="Next payment" amount={next} />
    </dl>
  );
}

const Row = ({ label, amount }: { label: string; amount: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="text-right">{amount}</dd>
  </div>
);
