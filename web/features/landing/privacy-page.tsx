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
        If you entered an email address but did not finish, the creator may send you a few reminders about
        that product. Every one of them has a link that stops them for good.
      </p>
      <h2>If you write to a creator</h2>
      <p>
        When a creator has connected a social account, messages sent to it are stored so that they can be
        answered. Write STOP to end automatic replies.
      </p>
      <h2>Cookies</h2>
      <p>
        We set cookies only where the site needs them: to know that you are signed in or have been before,
        that this browser paid for an order, which affiliate link you followed (30 days), and which theme you
        chose. There is no advertising and no third-party tracking on any page.
      </p>
      <h2>Your data is yours</h2>
      <p>
        You can ask for a copy of what is stored about you, and for its deletion, by answering any of our
        emails. Records of payments are kept as long as tax law demands, without more about you than that.
      </p>
    </LegalPage>
  );
}
