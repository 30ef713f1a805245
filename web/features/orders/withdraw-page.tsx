import { useMutation } from "@tanstack/react-query";
import { CheckCircle2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { withdrawFromContract } from "#contract/orders/withdrawals.ts";
import { ApiError, callApi, errorMessage, type Input, type Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input as TextInput } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { proofHeaders } from "./use-order.ts";

type Statement = Input<typeof withdrawFromContract>["body"];
type Outcome = Output<typeof withdrawFromContract>["outcome"];
type Props = { orderNumber: string | undefined; store: string | undefined };

/** Where consumers in the EU withdraw from a contract, guests too: what it is about, then one press that confirms it. */
export function WithdrawPage({ orderNumber = "", store = "" }: Props) {
  const [statement, setStatement] = useState<Statement>({ name: "", orderNumber, email: "", store });
  const [isChecked, setChecked] = useState(false);
  const [proof, setProof] = useState<string>();
  const withdraw = useMutation({
    mutationFn: ({ store, ...body }: Statement) =>
      callApi(
        withdrawFromContract,
        { body: { ...body, ...(store?.trim() && { store: store.trim() }) } },
        { headers: proofHeaders(proof) },
      ),
    // What is wrong with a field is said beside it.
    onError: (error) => fieldsOf(error) && setChecked(false),
  });

  // From the order's page: what never goes to any server stands in the fragment.
  useEffect(() => {
    const take = () => {
      const given = new URLSearchParams(location.hash.slice(1));
      const email = given.get("email");
      if (!email) return;
      setStatement((before) => ({ ...before, email }));
      setProof(given.get("rt") ?? undefined);
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);

  const stage = useRef<HTMLDivElement>(null);
  const step = withdraw.isSuccess ? "done" : isChecked ? "check" : "form";
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) stage.current?.focus();
    before.current = step;
  }, [step]);

  return (
    <main className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-6 px-5 py-10 sm:px-8">
      <a href="/" aria-label="Openstall home" className="inline-flex h-11 w-fit items-center">
        <Logo />
      </a>
      <div className="grid gap-2">
        <h1 className="text-3xl font-semibold tracking-tight">Withdraw from contract</h1>
        <p className="text-muted-foreground">
          Consumers in the EU and EEA can withdraw from most online purchases within 14 days, without a
          reason. Not from events with a date, nor from downloads and courses that you asked to start at once.
        </p>
      </div>
      <div ref={stage} tabIndex={-1} className="outline-none">
        <Card className="p-5 sm:p-6">
          {withdraw.isSuccess ? (
            <Done outcome={withdraw.data.outcome} email={statement.email} />
          ) : isChecked ? (
            <Confirmation
              statement={statement}
              isSending={withdraw.isPending}
              problem={
                withdraw.isError &&
                errorMessage(withdraw.error, "It could not be sent. Please try again in a moment.")
              }
              onConfirm={() => withdraw.mutate(statement)}
              onBack={() => setChecked(false)}
            />
          ) : (
            <StatementForm
              statement={statement}
              problems={fieldsOf(withdraw.error) ?? {}}
              onChange={(change) => setStatement((before) => ({ ...before, ...change }))}
              onSubmit={() => {
                withdraw.reset();
                setChecked(true);
              }}
            />
          )}
        </Card>
      </div>
    </main>
  );
}

type FormProps = {
  statement: Statement;
  problems: Record<string, string>;
  onChange: (change: Partial<Statement>) => void;
  onSubmit: () => void;
};

function StatementForm({ statement, problems, onChange, onSubmit }: FormProps) {
  const [isMissed, setMissed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = (value: string, message: string) => (isMissed && value.trim() === "" ? message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = [statement.name, statement.orderNumber, statement.email].every(
      (value) => value.trim() !== "",
    );
    setMissed(!isWhole);
    if (isWhole) return onSubmit();
    const empty = [...(form.current?.querySelectorAll("input") ?? [])].find(
      ({ value, name }) => name !== "store" && value.trim() === "",
    );
    empty?.focus();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Your name"
        required
        error={problems["name"] ?? missing(statement.name, "Please enter your name")}
      >
        <TextInput
          name="name"
          autoComplete="name"
          value={statement.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Order number"
        required
        hint="It stands in your receipt and on the order's page."
        error={problems["orderNumber"] ?? missing(statement.orderNumber, "Please enter the order's number")}
      >
        <TextInput
          name="orderNumber"
          inputMode="numeric"
          value={statement.orderNumber}
          onChange={(event) => onChange({ orderNumber: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Email you bought with"
        required
        error={problems["email"] ?? missing(statement.email, "Please enter your email address")}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          value={statement.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Store"
        aside="Optional"
        hint="The last part of its address, like maya in /u/maya. Needed if you bought in several."
        error={problems["store"]}
      >
        <TextInput
          name="store"
          autoCapitalize="none"
          value={statement.store ?? ""}
          onChange={(event) => onChange({ store: event.currentTarget.value })}
        />
      </Field>
      <Button type="submit" variant="brand" size="lg">
        Withdraw from contract
      </Button>
    </form>
  );
}

type ConfirmationProps = {
  statement: Statement;
  isSending: boolean;
  problem: string | false;
  onConfirm: () => void;
  onBack: () => void;
};

function Confirmation({ statement, isSending, problem, onConfirm, onBack }: ConfirmationProps) {
  return (
    <div className="grid gap-5">
      <h2 className="text-lg font-semibold">Is this right?</h2>
      <p className="wrap-anywhere">
        I, <bdi>{statement.name.trim()}</bdi>, withdraw from my contract: order {statement.orderNumber.trim()}
        , bought with {statement.email.trim()}.
      </p>
      <p className="text-sm text-muted-foreground">
        We'll confirm it by email at once, with the date and time. What you bought closes when its money goes
        back.
      </p>
      {problem && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="brand" size="lg" loading={isSending} onClick={onConfirm} className="max-sm:w-full">
          Confirm withdrawal
        </Button>
        <Button variant="ghost" size="lg" disabled={isSending} onClick={onBack} className="max-sm:w-full">
          Change something
        </Button>
      </div>
    </div>
  );
}

const words: Record<Outcome, { title: string; text: string }> = {
  MAILED: {
    title: "Check your email",
    text: "Your statement is on its way to you, with its date and time, which count. Follow the steps in the email to show that the order is yours.",
  },
  REQUESTED: {
    title: "You have withdrawn",
    text: "We'll confirm it by email, with the date and time. Your money goes back the way you paid: within three working days, and for what was shipped within 14 days once it is back.",
  },
  NOTHING: {
    title: "Nothing can be withdrawn from",
    text: "We'll confirm your statement by email. The 14 days of this order are over, its money has gone back, or it is something that the right does not cover. You can still ask the seller for a refund on the order's page.",
  },
};

function Done({ outcome, email }: { outcome: Outcome; email: string }) {
  const { title, text } = words[outcome];
  return (
    <div role="status" className="grid justify-items-start gap-3">
      {outcome !== "NOTHING" && <CheckCircle2 className="size-8 text-brand" aria-hidden="true" />}
      <h2 className="text-lg font-semibold">{title}</h2>
      <p>{text}</p>
      <p className="text-sm wrap-anywhere text-muted-foreground">Sent to {email}</p>
      <LinkButton href="/members" variant="outline">
        Your purchases
      </LinkButton>
    </div>
  );
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.body.fields : undefined);
