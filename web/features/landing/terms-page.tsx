import { LegalPage } from "./legal-page.tsx";

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      lead="Openstall is where creators sell digital products. These are the rules, in plain words."
    >
      <h2>Who you buy from</h2>
      <p>
        Each product is sold by the creator whose store you are visiting. The operator of this site runs the
        store, takes the payment through a payment provider, and delivers what you bought.
      </p>
      <h2>What you get</h2>
      <p>
        A purchase gives you personal access to the files, lessons or membership described on the product
        page. Please do not resell or republish them. Some downloads have a limited number of uses or an end
        date. The product page and the checkout show both before you pay.
      </p>
      <h2>Prices and payment</h2>
      <p>
        Prices are in US dollars and complete. Memberships renew every month or year until you cancel, which
        you can do at any time in the members area; access then lasts until the paid period ends.
      </p>
      <h2>Refunds</h2>
      <p>
        Each creator chooses a refund policy, which the product page, the checkout and your receipt show. An
        order keeps the policy it was sold under. To ask, open the order from your receipt and press “Request
        a refund”.
      </p>
      <p>
        “30-Day Refund”, or another number of days, is a guarantee: if you ask within those days of a payment,
        what is left of it goes back to the way you paid, automatically, once per product and buyer, even if
        you downloaded it. A parcel that was shipped has to be sent back: you are refunded when it arrives,
        and 14 days after your request at the latest. A membership ends with its refund. Nothing is refunded
        while your bank is disputing the payment.
      </p>
      <p>
        Any other policy is at the seller’s discretion: the seller decides on each request. A full refund ends
        access to what was refunded.
      </p>
      <h2>If you sell here</h2>
      <p>
        You keep your rights in what you sell, and you confirm that you have them. You answer for what you
        offer, for the messages sent in your name, and for keeping to the rules of the social platforms you
        connect. Content that is unlawful or deceives buyers is removed.
      </p>
      <h2>Our part</h2>
      <p>
        We keep the service running with care, but no service is without interruption. What a creator promises
        about results is theirs to keep. Your rights as a consumer stay as your law gives them.
      </p>
    </LegalPage>
  );
}
