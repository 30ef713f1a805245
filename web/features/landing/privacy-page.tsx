import { reporterDays } from "#contract/operator/report-reasons.ts";
import { LegalPage } from "./legal-page.tsx";

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy" lead="What we keep about you, why, and how to make us forget it.">
      <h2>If you buy</h2>
      <p>
        We keep your email address, your name, what you bought and when you used it, so that we can deliver it
        and help you later. The creator you bought from sees the same. Card details go to the payment
        provider; we never see them.
      </p>
      <h2>If you leave a checkout</h2>
      <p>
        What you typed there is kept for seven days, for the browser that you typed it in: never anything of a
        card. An email address with what was in the checkout is kept for 90 days at most. The creator may
        email you a reminder, unless you opted out. Each reminder has a link to stop them.
      </p>
      <h2>If you write to a creator</h2>
      <p>
        When a creator has connected a social account, messages sent to it are stored so that they can be
        answered. Write STOP to end automatic replies.
      </p>
      <h2>If you look at a store</h2>
      <p>
        We count visits to a creator's pages and how far they came: a page, a checkout, an address, a payment.
        No cookie is set for it and nothing is read from your browser. For one day we tell visits apart by a
        scrambled mark made of your network address and the name of your browser; what it is scrambled with is
        deleted after two days, so that a visit leads back to nobody. Where a visit came from (a site, a
        campaign, a link) is kept for 90 days and with an order that it led to; then only sums are left.
      </p>
      <h2>If you report something</h2>
      <p>
        What you report of a store goes to the operator of this site, and not to the creator. An address that
        you leave with it is kept until somebody has seen to it, and for {reporterDays} days after that.
      </p>
      <h2>If you sell</h2>
      <p>
        Each sign-in is kept for a year with its network address and the name of its browser, and so is when
        your handle, your payouts and your social accounts were changed: you see all of it in your settings.
      </p>
      <h2>Cookies</h2>
      <p>
        We set cookies only where the site needs them: to know that you are signed in or have been before,
        that this browser paid for an order, which affiliate link you followed (30 days), and which theme you
        chose. There is no advertising and no third-party tracking on any page.
      </p>
      <h2>Your data is yours</h2>
      <p>
        As a buyer you download a copy of what is stored about you, or have it deleted, in the members area.
        As a creator you export it and delete your account in your settings. It goes seven days later. Records
        of payments are kept as long as tax law demands, without more about you than that; of who sold
        something they keep the name that receipts have to say.
      </p>
    </LegalPage>
  );
}
