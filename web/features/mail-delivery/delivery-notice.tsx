import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { dayText } from "#contract/dates.ts";
import { getMailDelivery } from "#contract/mail-delivery/mail-delivery.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { useZone } from "#web/ui/dates.ts";
import { Notice } from "#web/ui/notice.tsx";

type Delivery = Output<typeof getMailDelivery>;

/** Why a creator's mails are stopped, and which addresses get none; nothing where all of them arrive. */
export function DeliveryNotice() {
  const zone = useZone();
  const { data } = useQuery(apiQuery(getMailDelivery));
  if (!data) return null;
  const { stop, bounced } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
      {stop && (
        <Notice tone="destructive" icon={MailWarning} title="Your mails are paused">
          <p>{wordsOf(stop)}</p>
          <p>
            Mails to carts, members and your list leave again after {dayText(stop.until, zone)}; what was due
            before that is left out. Receipts and codes are not affected.
          </p>
        </Notice>
      )}
      {bounced.length > 0 && (
        <details className="rounded-xl border border-border p-4 text-sm">
          <summary className="cursor-pointer font-medium">
            {bounced.length === 1
              ? "1 address does not exist"
              : `${bounced.length === 50 ? "The last 50" : bounced.length} addresses do not exist`}
          </summary>
          <p className="mt-2 text-muted-foreground">
            Their mail servers said so. They get no more mails that advertise, from nobody here; their orders
            are kept. Whoever bought by one of them can correct it on the page of their order, in the browser
            that paid.
          </p>
          <ul className="mt-3 grid gap-1">
            {bounced.map(({ email, at, customerId, orderCount }) => (
              <li key={`${email} ${at}`} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">
                  {customerId ? (
                    <a
                      href={`/admin?tab=customers&customer=${customerId}`}
                      className="underline underline-offset-4"
                    >
                      {email}: {orderCount === 1 ? "1 order" : `${orderCount} orders`}
                    </a>
                  ) : (
                    email
                  )}
                </span>
                <span className="text-muted-foreground">{dayText(at, zone)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const number = (count: number) => count.toLocaleString("en-US");

const wordsOf = ({ reason, sent, counted }: NonNullable<Delivery["stop"]>): string =>
  reason === "BOUNCES"
    ? `Of ${number(sent)} mails in 30 days, ${number(counted)} went to addresses that do not exist. From 5 % on mail programs take a sender for one who bought a list, and refuse everybody's mails.`
    : `Of ${number(sent)} mails in 30 days, ${number(counted)} ${counted === 1 ? "was" : "were"} called spam by those who got them. From 1 in 1,000 on mail programs move a sender's mails to the spam folder.`;
