import { platformNames } from "#contract/social/platform-names.ts";
import { isolated } from "#contract/isolated.ts";
import { Card, CardBody } from "#web/ui/card.tsx";
import { AddressLines } from "./address-lines.tsx";
import type { AdminOrder } from "./admin-order.ts";
import { useCustomersAddress } from "./use-customers-address.ts";

/** Whose order it is, where it goes, and what brought it. */
export function AdminOrderPeople({ order }: { order: AdminOrder }) {
  const { open } = useCustomersAddress();
  const { customer, shippingAddress, couponCode, affiliateLinkCode, affiliateName, reply } = order;
  return (
    <Card>
      <CardBody className="grid gap-4 text-sm">
        <section className="grid gap-1">
          <h3 className="text-base font-semibold">Customer</h3>
          {customer.name && (
            <p dir="auto" className="wrap-anywhere">
              {customer.name}
            </p>
          )}
          <a href={`mailto:${customer.email}`} className="w-fit underline underline-offset-4 wrap-anywhere">
            {customer.email}
          </a>
          <button
            type="button"
            onClick={() => open({ customer: customer.id })}
            className="mt-1 w-fit rounded-sm text-muted-foreground underline underline-offset-4 hover:text-foreground"
          >
            All their orders
          </button>
        </section>
        {shippingAddress && (
          <section className="grid gap-1">
            <h3 className="text-base font-semibold">Ships to</h3>
            <AddressLines address={shippingAddress} />
          </section>
        )}
        {(couponCode || affiliateLinkCode || reply) && (
          <section className="grid gap-1">
            <h3 className="text-base font-semibold">Came with</h3>
            {couponCode && (
              <p>
                Coupon <span className="font-mono">{couponCode}</span>
              </p>
            )}
            {affiliateLinkCode && (
              <p className="wrap-anywhere">
                Affiliate {affiliateName && `${isolated(affiliateName)}, `}
                <span className="font-mono">{affiliateLinkCode}</span>
              </p>
            )}
            {reply && <p className="wrap-anywhere">{replyText(reply)}</p>}
          </section>
        )}
      </CardBody>
    </Card>
  );
}

/** "An automatic reply to “GUIDE”, sent to @ana on Instagram"; less where its keyword or account is gone. */
function replyText({ keyword, ruleName, platform, username }: NonNullable<AdminOrder["reply"]>): string {
  const what = keyword
    ? `An automatic reply to “${isolated(keyword)}”`
    : ruleName
      ? `The rule “${isolated(ruleName)}”`
      : "An automatic reply";
  const where = platform ? ` on ${platformNames[platform]}` : "";
  return `${what}${username ? `, sent to @${username}` : ""}${where}`;
}
