import { useQuery } from "@tanstack/react-query";
import { longDayText } from "#contract/dates.ts";
import { ApiError } from "#web/api.ts";
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
  const zone = useZone();
  const { data: preview, error } = useQuery(movePreviewQuery(membership, plan.billingInterval, proof));
  const move = useMoveMembership(membership, proof, onClose);
  const money = (cents: number) => formatMoney(cents, membership.currency);
  const each = plan.billingInterval === "YEAR" ? "year" : "month";
  const refusal = move.data && !move.data.isPaid ? move.data.message : undefined;
  const card = membership.card ? cardText(membership.card) : "your card";

  return (
    <Dialog
      open
      onOpenChange={() => !move.isPending && onClose()}
      size="sm"
      title={`Switch to ${planName(plan)}`}
      description={`${money(plan.priceCents)} every ${each}, from today.`}
    >
      {error ? (
        <p role="alert" className="text-sm text-destructive-soft-foreground">
          {error instanceof ApiError && error.status < 500
            ? error.body.message
            : "The amount could not be worked out. Please close this and try again."}
        </p>
      ) : (
        <div className="grid gap-4" aria-busy={!preview}>
          {preview ? (
            <dl className="grid gap-2 text-sm">
              <Row label={`One ${each}`} amount={money(preview.priceCents)} />
              {preview.creditCents > 0 && (
                <Row label="Less what is left of your paid time" amount={`−${money(preview.creditCents)}`} />
              )}
              <div className="flex justify-between gap-4 border-t border-border pt-2 font-semibold">
                <dt>Charged now</dt>
                <dd>{money(preview.chargeCents)}</dd>
              </div>
              <Row
                label="Next payment"
                amount={`${money(preview.priceCents)} on ${longDayText(preview.nextPaymentAt, zone)}`}
              />
            </dl>
          ) : (
            <Skeleton className="h-28" />
          )}
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
              {preview ? `Pay ${money(preview.chargeCents)}` : "Pay"}
            </Button>
          </DialogFooter>
          {preview && (
            <p className="text-xs text-muted-foreground">
              With 'Pay {money(preview.chargeCents)}' you agree that {card} is charged this now and{" "}
              {money(preview.priceCents)} every {each} from then on, until you cancel. You can cancel here at
              any time, and keep what you paid for.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

const Row = ({ label, amount }: { label: string; amount: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="text-right">{amount}</dd>
  </div>
);
