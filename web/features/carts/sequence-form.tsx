import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { cartTemplates, stepsAtMost } from "#contract/carts/cart-texts.ts";
import {
  type CartSequence,
  type CartStep,
  listCartSequences,
  saveCartSequence,
} from "#contract/carts/sequences.ts";
import { ApiError, apiMutation, apiQuery, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { FirstMessage } from "./first-message.tsx";
import { StepFields } from "./step-fields.tsx";

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

/** One sequence: whether it is on, and its mails. */
export function SequenceForm({ sequence }: { sequence: CartSequence }) {
  const { kind, revision, waitingCarts } = sequence;
  const switchId = useId();
  const queryClient = useQueryClient();
  const [isOn, setOn] = useState(sequence.isOn);
  const [steps, setSteps] = useState(() => sequence.steps.map(keyed));
  const [dmText, setDmText] = useState(sequence.dmText);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useMutation(apiMutation(saveCartSequence));
  const { title, description } = words[kind];

  const submit = async () => {
    setProblems({});
    try {
      const body = { kind, isOn, steps: steps.map(withoutKey), dmText, revision };
      await save.mutateAsync({ body });
      await queryClient.invalidateQueries({ queryKey: apiQuery(listCartSequences).queryKey });
      toast({
        title: "Saved",
        description: isOn
          ? "Carts that are left from now on get these mails."
          : "Nobody gets these mails while the sequence is off.",
      });
    } catch (error) {
      if (error instanceof ApiError) setProblems(error.body.fields ?? {});
      toast({
        title: "Error",
        description: errorMessage(error, "Your campaign could not be saved"),
        variant: "destructive",
      });
    }
  };
  const add = () => {
    const [template] = cartTemplates;
    const delayMinutes = Math.min((steps.at(-1)?.delayMinutes ?? 0) + 24 * 60, 30 * 24 * 60);
    setSteps([
      ...steps,
      keyed({ delayMinutes, subject: template.subject, content: template.content, couponPercent: null }),
    ]);
  };

  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody>
        <form
          aria-label={title}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <label htmlFor={switchId} className="flex w-fit items-center gap-3 text-sm font-medium">
            <Switch id={switchId} checked={isOn} onCheckedChange={setOn} />
            {title}: send these mails
          </label>
          {sequence.isOn && (
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
          <FirstMessage text={dmText} problem={problems["dmText"]} onChange={setDmText} />
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {steps.map((step, n) => (
              <li key={step.key}>
                <StepFields
                  number={n + 1}
                  step={step}
                  problems={problemsOf(problems, n)}
                  onChange={(change) =>
                    setSteps(steps.map((other) => (other === step ? { ...step, ...change } : other)))
                  }
                  onRemove={() => setSteps(steps.filter((other) => other !== step))}
                />
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
            {steps.length < stepsAtMost && (
              <Button variant="outline" onClick={add}>
                <Plus aria-hidden="true" /> Add a mail
              </Button>
            )}
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

let keys = 0;
const keyed = (step: CartStep) => ({ ...step, key: (keys += 1) });

const withoutKey = ({ delayMinutes, subject, content, couponPercent }: CartStep): CartStep => ({
  delayMinutes,
  subject,
  content,
  couponPercent,
});

/** Of one step: `steps.1.subject` is its `subject`. */
const problemsOf = (problems: Record<string, string>, n: number) =>
  Object.fromEntries(
    Object.entries(problems)
      .filter(([name]) => name.startsWith(`steps.${n}.`))
      .map(([name, problem]) => [name.slice(`steps.${n}.`.length), problem]),
  );
