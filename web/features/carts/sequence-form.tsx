import { FilePen, Plus } from "lucide-react";
import { useId, useState, useSyncExternalStore } from "react";
import { cartTemplates, stepsAtMost } from "#contract/carts/cart-texts.ts";
import { type CartSequence, listCartSequences, switchCartSequence } from "#contract/carts/sequences.ts";
import { callApi } from "#web/api.ts";
import { LeaveGuard } from "#web/layout/self-saving/leave-guard.tsx";
import { SaveStatus } from "#web/layout/self-saving/save-status.tsx";
import { SessionNotices } from "#web/layout/self-saving/session-notices.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { FirstMessage } from "./first-message.tsx";
import { StepFields } from "./step-fields.tsx";
import { useSequenceSession } from "./use-sequence-session.ts";
import { isSameWords, sentFieldsOf, textOfSteps } from "./written-sequence.ts";

const words = {
  LEFT: {
    title: "Checkout left",
    description: "Mails to whoever gave an address in your checkout and did not pay.",
  },
  FAILED: {
    title: "Payment failed",
    description: "Mails to whoever tried to pay, and the bank refused it.",
  },
};
const labels = { steps: "Mails", dmText: "Direct message" };
const shownIn = [listCartSequences];

/** One sequence: whether it is on, and its mails. What is written saves itself; what is sent is changed by the button. */
export function SequenceForm({ sequence }: { sequence: CartSequence }) {
  const { kind, isOn, waitingCarts } = sequence;
  const switchId = useId();
  const { session, problems, change, send } = useSequenceSession(sequence);
  const { item, fields, status } = useSyncExternalStore(session.subscribe, session.current);
  const [isSending, setSending] = useState(false);
  const refresh = useRefresh(shownIn);
  const switchOff = useChange({
    change: () => callApi(switchCartSequence, { body: { kind, isOn: false } }),
    refresh,
    done: () => "Nobody gets these mails any more",
    failed: () => "It could not be switched off",
  });
  const { title, description } = words[kind];
  const { steps, dmText } = fields;
  // What keeps it from being sent stands beside each field; as a draft it is on the server.
  const isKept = status.step === "refused" && Object.keys(problems).length > 0 && !session.hasUnsaved();
  const isWaiting = !isSameWords(fields, sentFieldsOf(item));

  const submit = async (switchOn?: true) => {
    setSending(true);
    const isTaken = await send(switchOn);
    setSending(false);
    if (isTaken) await refresh();
    toast(isTaken ? savedWords(switchOn ?? isOn) : refusedWords(session.current().status.step));
  };
  const add = () => {
    const [template] = cartTemplates;
    const delayMinutes = Math.min((steps.at(-1)?.delayMinutes ?? 0) + 24 * 60, 30 * 24 * 60);
    const { subject, content } = template;
    const added = { delayMinutes, subject, content, couponPercent: null, key: crypto.randomUUID() };
    change({ steps: [...steps, added] });
  };

  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody>
        <form
          noValidate
          aria-label={title}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <LeaveGuard session={session} isUploading={false} onDiscard={session.drop} />
          <label htmlFor={switchId} className="flex w-fit items-center gap-3 text-sm font-medium">
            <Switch
              id={switchId}
              checked={isOn}
              disabled={isSending || switchOff.isPending}
              onCheckedChange={(next) => (next ? void submit(true) : switchOff.mutate(undefined))}
            />
            {title}: send these mails
          </label>
          {isOn && (
            <p className="text-sm text-muted-foreground">
              {waitingCarts === 1 ? "1 cart waits" : `${waitingCarts.toLocaleString("en-US")} carts wait`} for
              a mail.
            </p>
          )}
          {(problems["isOn"] ?? problems["steps"]) && (
            <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
              {problems["isOn"] ?? problems["steps"]}
            </p>
          )}
          <SessionNotices
            status={status}
            session={session}
            subject="sequence"
            text={textOfSteps(steps)}
            describe={(field) => ({
              label: labels[field],
              mine: field === "steps" ? textOfSteps(steps) : (dmText ?? "None"),
              theirs: field === "steps" ? textOfTheirs(item) : (writtenIn(item).dmText ?? "None"),
            })}
          />
          <FirstMessage
            text={dmText}
            problem={problems["dmText"]}
            onChange={(dmText) => change({ dmText })}
          />
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {steps.map((step, n) => (
              <li key={step.key}>
                <StepFields
                  number={n + 1}
                  step={step}
                  problems={problemsOf(problems, n)}
                  onChange={(changed) =>
                    // Of what is there now: two fields may change in one press.
                    change({
                      steps: session
                        .current()
                        .fields.steps.map((other) =>
                          other.key === step.key ? { ...other, ...changed } : other,
                        ),
                    })
                  }
                  onRemove={() => change({ steps: steps.filter((other) => other !== step) })}
                />
              </li>
            ))}
          </ol>
          {steps.length < stepsAtMost && (
            <Button variant="outline" className="w-fit" onClick={add}>
              <Plus aria-hidden="true" /> Add a mail
            </Button>
          )}
          {isWaiting && (
            <Notice
              tone="warning"
              icon={FilePen}
              title="Not in use yet"
              actions={
                <Button variant="outline" size="sm" onClick={() => change(sentFieldsOf(item))}>
                  Go back to what is in use
                </Button>
              }
            >
              <p>
                What you write is kept as a draft.{" "}
                {isOn
                  ? "Mails leave as you last saved them until you press Save."
                  : "It is sent once you switch these mails on."}
              </p>
            </Notice>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <SaveStatus
              status={isKept ? { step: "saved", at: undefined, merged: false } : status}
              subject="sequence"
            />
            <Button type="submit" loading={isSending}>
              Save
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

const writtenIn = ({ draft, ...sent }: CartSequence) => draft ?? sent;
const textOfTheirs = (sequence: CartSequence) => textOfSteps(writtenIn(sequence).steps);

const savedWords = (isOn: boolean) => ({
  title: "Saved",
  description: isOn
    ? "Carts that are left from now on get these mails."
    : "Nobody gets these mails while the sequence is off.",
});

const refusedWords = (step: string) => ({
  title: "Error",
  description:
    step === "offline"
      ? "Not saved: the server could not be reached. Nothing is lost: try again once you are connected."
      : step === "refused"
        ? "Not saved: look at what is marked."
        : "Not saved: it was changed in another tab meanwhile. Look over what is here now, then save again.",
  variant: "destructive" as const,
});

/** Of one step: `steps.1.subject` is its `subject`. */
const problemsOf = (problems: Record<string, string>, n: number) =>
  Object.fromEntries(
    Object.entries(problems)
      .filter(([name]) => name.startsWith(`steps.${n}.`))
      .map(([name, problem]) => [name.slice(`steps.${n}.`.length), problem]),
  );
