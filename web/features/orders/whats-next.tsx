import { coursePath } from "#contract/courses/course-path.ts";
import { CheckCircle2, Library, Mail } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductType } from "#contract/catalog/catalog.ts";
import { Card } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Order } from "./use-order.ts";

/** What the buyer does with what was bought, for every item of the order that is open. */
export function WhatsNext({ order, proof }: { order: Order; proof: string | undefined }) {
  const { customer } = order;
  const orderItems = order.orderItems.filter(({ isOpen, product }) => isOpen && product.type !== "BUNDLE");
  const steps = new Set(
    orderItems.map(({ product, booking, work }) =>
      booking ? ownTime : work === "WAITING" ? ownBrief : nextStepOf(product.type),
    ),
  );
  const notes = orderItems.filter(({ deliveryNote }) => deliveryNote);
  const courses = orderItems.filter(({ product }) => product.type === "COURSE");
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-base font-semibold">What's Next?</h2>
      <ul className="mt-4 grid gap-3 text-sm">
        {order.order.status === "PAID" && !customer.returned && (
          <Step icon={<Mail aria-hidden="true" />}>
            Check your email: the receipt is on its way to {customer.email}. Its link opens this order on any
            device.
          </Step>
        )}
        {[...steps].map((step) => (
          <Step key={step} icon={<CheckCircle2 aria-hidden="true" />}>
            {step}
          </Step>
        ))}
      </ul>
      {notes.map(({ id, product, deliveryNote }) => (
        <div
          key={id}
          id={`note-${product.id}`}
          className="mt-4 scroll-mt-4 grid gap-1 rounded-xl bg-muted px-4 py-3 text-sm"
        >
          {orderItems.length > 1 && <h3 className="font-medium">{product.title}</h3>}
          <p className="whitespace-pre-line">{deliveryNote}</p>
        </div>
      ))}
      <div className="mt-5 flex flex-wrap gap-3">
        {courses.map(({ id, product }) => (
          <LinkButton
            key={id}
            href={`${coursePath(order.creator.handle, product)}${proof ? `#order=${order.order.id}&rt=${proof}` : ""}`}
            // The large way in stands at the top of the page.
            variant="outline"
            size="lg"
            className="h-auto min-h-12 w-full py-2 text-center whitespace-normal sm:w-auto"
          >
            {courses.length > 1 ? `Start Course: ${product.title}` : "Start Course"}
          </LinkButton>
        ))}
        <LinkButton
          href={`/members?email=${encodeURIComponent(customer.email)}`}
          variant="outline"
          size="lg"
          className="w-full sm:w-auto"
        >
          <Library aria-hidden="true" />
          View All Your Purchases
        </LinkButton>
      </div>
    </Card>
  );
}

function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-success">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}

const ready = "Your purchase is ready.";
const ownTime = "Your session is on this page: choose, move or cancel its time here.";
const ownBrief = "Answer the questions on this page: your service begins with them.";
/** What a bundle consists of has its own. */
const nextStepOf = (type: ProductType): string => (type === "BUNDLE" ? ready : nextSteps[type]);
const nextSteps: Record<Exclude<ProductType, "BUNDLE">, string> = {
  DOWNLOAD: "Download your files: they are listed on this page.",
  COURSE: "Start learning immediately: your course is open.",
  MEMBERSHIP: "Access your member benefits.",
  BOOKING_LINK: `${ready} Pick your time on this page.`,
  PHYSICAL: "Your order has reached the seller, who ships it to the address on this page.",
  SERVICE: `${ready} The seller has your order and your email address.`,
  EVENT: `${ready} How you join is on this page.`,
};
