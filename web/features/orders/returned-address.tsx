import { useMutation, useQuery } from "@tanstack/react-query";
import { CheckCircle2, MailX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { correctAddress, requestAddressCorrection } from "#contract/buyers/correct-address.ts";
import { ApiError, apiMutation, apiQuery } from "#web/api.ts";
import { CodeForm } from "#web/layout/code-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CorrectionEmail } from "./correction-email.tsx";
import type { Order } from "./use-order.ts";

type Props = {
  order: Order;
  /** Its mail does not come back any more: it is corrected, here or in another tab. */
  onCorrected: () => void;
};

/** Mail to the order's address came back: says so, and takes the right one where it was paid. */
export function ReturnedAddress({ order, onCorrected }: Props) {
  const { email, returned } = order.customer;
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice
      tone="warning"
      icon={MailX}
      title="Your receipt could not be delivered"
      actions={
        returned === "CORRECTABLE" &&
        !isOpen && (
          <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
            Correct the address
          </Button>
        )
      }
    >
      {/* A page that was open already says so. */}
      <p role="alert">
        The mail server of <strong className="font-semibold">{email}</strong> says that this address does not
        exist.{" "}
        {returned === "CORRECTABLE"
          ? "What you bought is open in this browser for 30 days from paying. With the right address you get your receipt, and can open it anywhere."
          : "For 30 days from paying, the address can be corrected in the browser that paid, on this page."}
      </p>
      {isOpen && <Correction orderId={order.order.id} wrong={email} onCorrected={onCorrected} />}
    </Notice>
  );
}

/** First the right address, then the code that was mailed there. */
function Correction({
  orderId,
  wrong,
  onCorrected,
}: {
  orderId: string;
  wrong: string;
  onCorrected: () => void;
}) {
  const [email, setEmail] = useState(wrong);
  const [askedFor, setAskedFor] = useState<{ address: string; asked: AskedForCode }>();
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.body.code === "NOT_RETURNED") onCorrected();
  };
  const ask = useMutation({ ...apiMutation(requestAddressCorrection), onError });
  const confirm = useMutation({ ...apiMutation(correctAddress), onSuccess: onCorrected, onError });
  const { data: options } = useQuery(apiQuery(getSignInOptions));
  const send = (onAsked?: (asked: AskedForCode) => void) => {
    const address = email.trim().toLowerCase();
    if (ask.isPending) return;
    ask.mutate(
      { params: { id: orderId }, body: { email: address } },
      {
        onSuccess(asked) {
          setAskedFor({ address, asked });
          onAsked?.(asked);
        },
      },
    );
  };
  return (
    <div className="mt-2 max-w-md rounded-xl bg-card p-4 text-card-foreground">
      {askedFor === undefined ? (
        <CorrectionEmail
          email={email}
          onChange={setEmail}
          onSend={() => send()}
          error={ask.error}
          isSending={ask.isPending}
        />
      ) : (
        <CodeForm
          email={askedFor.address}
          asked={askedFor.asked}
          mailbox={options?.mailbox ?? false}
          submitLabel="Use this address"
          verify={{
            error: confirm.error,
            isPending: confirm.isPending,
            send: (token, onError) =>
              confirm.mutate(
                { params: { id: orderId }, body: { email: askedFor.address, token } },
                { onError },
              ),
          }}
          resend={{
            error: ask.error,
            isPending: ask.isPending,
            send(onAsked) {
              confirm.reset();
              send(onAsked);
            },
          }}
          onBack={() => {
            setAskedFor(undefined);
            ask.reset();
            confirm.reset();
          }}
        />
      )}
    </div>
  );
}

/** Stands where the notice stood, and takes the focus that was in it. */
export function AddressCorrected({ wrong, email }: { wrong: string; email: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus();
  }, []);
  return (
    <p
      ref={text}
      tabIndex={-1}
      role="status"
      className="flex gap-3 rounded-xl bg-success-soft p-4 text-sm text-success-soft-foreground outline-none"
    >
      <CheckCircle2 aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {email === wrong
          ? "The address is right. We'll keep sending emails to"
          : "Corrected. Your receipt is on its way to"}{" "}
        <strong className="font-semibold">{email}</strong>.
      </span>
    </p>
  );
}
