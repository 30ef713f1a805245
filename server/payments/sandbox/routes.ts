import type { FastifyRequest } from "fastify";
import { shownDecline } from "#contract/checkout/declines.ts";
import { returnPath } from "#contract/return-path.ts";
import * as contract from "#contract/dev/sandbox.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { BadRequest, Invalid, NotFound } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { isOurOrigin } from "#server/http/request-forgery.ts";
import type { Services } from "#server/services.ts";
import { answerBank, getBankPage } from "./bank-page.ts";
import { confirmSetup, isCardChange } from "./card-setup.ts";
import { authenticateSavedCard } from "./authenticate-saved-card.ts";
import { bankPath, type Confirmation, confirmPayment, getIntentBySecret } from "./confirm-payment.ts";
import { decideDispute, listDisputes } from "./disputes.ts";
import { getFaults, setFaults } from "./faults.ts";
import { intentOf } from "./intent-row.ts";
import { completeOnboarding, getAccountPage } from "./payouts.ts";

/** What the sandbox offers to browsers, as a provider's own servers would. Nothing where it takes no payments. */
export function sandboxRoutes(app: App, services: Services): void {
  const { config, db, pool, clock } = services;
  if (config.payments.provider !== "sandbox") return;

  app.route({
    ...contract.confirmSandboxPayment,
    async handler(request) {
      const { clientSecret, card, returnUrl } = request.body;
      const { id } = request.params;
      const typed = { id, clientSecret, card, now: clock.now() };
      const returnPath = ownPath(request, returnUrl, config);
      const confirmation: Promise<Confirmation> = (await isCardChange(db, id))
        ? confirmSetup(db, typed)
        : confirmPayment(services, { ...typed, returnPath });
      const { status, error, redirectPath } = await confirmation.catch(missingIsNotFound);
      return {
        status,
        ...(error && { error: { ...error, ...shownError(error) } }),
        ...(redirectPath && { redirectUrl: redirectPath }),
      };
    },
  });

  app.route({
    ...contract.authenticateSandboxPayment,
    async handler(request) {
      const { clientSecret, returnUrl } = request.body;
      const returnPath = ownPath(request, returnUrl, config);
      const asked = { id: request.params.id, clientSecret, returnPath, now: clock.now() };
      const { status, redirectPath } = await authenticateSavedCard(pool, asked).catch(missingIsNotFound);
      return { status, ...(redirectPath && { redirectUrl: redirectPath }) };
    },
  });

  app.route({
    ...contract.getSandboxPayment,
    async handler(request) {
      const row = await getIntentBySecret(pool, request.params.id, request.query.client_secret).catch(
        missingIsNotFound,
      );
      const { id, status, amountCents, currency, failureMessage, failureCode } = intentOf(row);
      const { message } = shownDecline({ code: failureCode, message: failureMessage });
      const question = status === "requires_action" ? row.next_action : null;
      const redirectUrl = question && !question.answer ? bankPath(question.token) : null;
      return { id, status, amountCents, currency, failureMessage: message, redirectUrl };
    },
  });

  app.route({
    ...contract.getSandboxBankPage,
    handler: (request) => getBankPage(pool, request.params.token),
  });
  app.route({
    ...contract.getSandboxAccountPage,
    handler: (request) => getAccountPage(db, request.params.token),
  });
  app.route({ ...contract.listSandboxDisputes, handler: () => listDisputes(db) });
  app.route({
    ...contract.decideSandboxDispute,
    async handler(request) {
      const decided = await decideDispute(db, request.params.id, request.body.outcome, clock.now());
      wakeListeners(pool, "sandbox_events");
      return decided;
    },
  });
  app.route({ ...contract.getSandboxFaults, handler: () => getFaults(db) });
  app.route({ ...contract.setSandboxFaults, handler: (request) => setFaults(db, request.body) });

  void app.register(async (forms) => {
    forms.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 1_000 },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(body.toString())));
      },
    );
    (forms as unknown as App).route({
      ...contract.answerSandboxBank,
      async handler(request, reply) {
        const path = await answerBank(services, request.params.token, request.body.answer === "complete");
        return reply.redirect(path, 303);
      },
    });
    (forms as unknown as App).route({
      ...contract.completeSandboxOnboarding,
      async handler(request, reply) {
        return reply.redirect(await completeOnboarding(services, request.params.token), 303);
      },
    });
  });
}

/** The path of an address of ours. Only the path is kept, so the bank's page can lead nowhere else. */
function ownPath(request: FastifyRequest, returnUrl: string, config: Services["config"]): string {
  const url = new URL(returnUrl);
  if (!isOurOrigin(url.origin, request, config) || url.username || url.password)
    throw Invalid({ returnUrl: "The return address must be on this site" });
  const path = returnPath(`${url.pathname}${url.search}`, "");
  if (path === "") throw BadRequest("The return address is not valid");
  return path;
}

function missingIsNotFound(error: unknown): never {
  if (error instanceof GatewayError && error.code === "resource_missing") throw NotFound("No such payment");
  throw error;
}

/** As Stripe tells browsers: what only a thief would learn from looks like any refusal. */
function shownError({ declineCode, message }: { declineCode: string | null; message: string }) {
  const shown = shownDecline({ code: declineCode, message });
  return { declineCode: shown.code, message: shown.message };
}
