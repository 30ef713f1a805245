import type { FastifyReply, FastifyRequest } from "fastify";
import { noNewCode } from "#contract/accounts/no-new-code.ts";
import * as contract from "#contract/buyers/buyers.ts";
import * as correction from "#contract/buyers/correct-address.ts";
import { cookieFlags } from "#server/http/cookies.ts";
import { browserHashOf, clearBrowserCookie } from "#server/features/access/browser-cookie.ts";
import { buyerCookieName, buyerProofs } from "#server/features/access/buyer-proofs.ts";
import { isBuyersBrowser } from "#server/features/access/proven-orders.ts";
import { getProvenBuyer } from "#server/features/access/proven-buyer.ts";
import type { App } from "#server/http/http.ts";
import { browserTokenOf, clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { correctAddress, isReturnedAddress, requestAddressCorrection } from "./correct-address.ts";
import { revokeBrowserOrders } from "./revoke-browser-orders.ts";
import { eraseMember } from "./erase-member.ts";
import { exportMemberData } from "./export-member-data.ts";
import {
  cookieMs,
  endBrowsers,
  endMemberBrowser,
  listMemberBrowsers,
  markSeen,
  type MemberTokens,
} from "./member-browsers.ts";
import { openMemberLink, requestMemberAccess, verifyMemberCode } from "./verify-member.ts";

const cameBack =
  "The last mail to it came back: if none arrives, correct the address on the page of your order.";

/** How a buyer proves an address, and what is theirs once they have: their browsers and their data. */
export function buyerRoutes(app: App, services: Services): void {
  const { config, db, secret } = services;
  const success = { success: true as const };
  const heldBy = (request: FastifyRequest) => buyerProofs(config, request).buyerTokenHashes;
  const proving = (request: FastifyRequest) => ({ ...clientOf(request), held: heldBy(request) });
  const clearBuyerCookie = (reply: FastifyReply) =>
    reply.clearCookie(buyerCookieName(config), cookieFlags(config));
  const verified = (reply: FastifyReply, { cookieToken, sessionToken }: MemberTokens) => {
    reply.setCookie(buyerCookieName(config), cookieToken, {
      ...cookieFlags(config),
      maxAge: cookieMs / 1000,
    });
    return { verified: true as const, sessionToken, message: "Everything you have bought is open." };
  };

  app.route({
    ...contract.requestMemberAccess,
    handler: async (request, reply) => {
      const browserToken = browserTokenOf(request, reply, config);
      const { email } = request.body;
      const known = await isBuyersBrowser(services, request, email);
      const asked = await requestMemberAccess(services, { email, browserToken, ip: request.ip, known });
      if (asked.waitSeconds !== null) return { ...success, ...asked, message: noNewCode(asked.waitSeconds) };
      const message = "If this address has bought something, a code is on its way.";
      // Only whoever is known to have bought by it hears that: for all others addresses are alike.
      const isReturned = known && (await isReturnedAddress(services.pool, email));
      return { ...success, ...asked, message: isReturned ? `${message} ${cameBack}` : message };
    },
  });
  app.route({
    ...contract.verifyMemberCode,
    handler: async (request, reply) => {
      const { email, token: code } = request.body;
      const browserToken = browserTokenOf(request, reply, config);
      const tokens = await verifyMemberCode(services, { email, code, browserToken }, proving(request));
      return verified(reply, tokens);
    },
  });
  app.route({
    ...contract.openMemberLink,
    handler: async (request, reply) =>
      verified(reply, await openMemberLink(services, request.body.token, proving(request))),
  });

  app.route({
    ...contract.getMember,
    handler: async (request) => {
      const { email } = await getProvenBuyer(services, request);
      await markSeen(services, heldBy(request));
      return { email };
    },
  });
  app.route({
    ...contract.signOutMember,
    handler: async (request, reply) => {
      await endBrowsers(db, secret, heldBy(request));
      await revokeBrowserOrders(services.pool, browserHashOf(config, request));
      clearBuyerCookie(reply);
      clearBrowserCookie(config, request, reply);
      return success;
    },
  });
  app.route({
    ...contract.listMemberBrowsers,
    handler: async (request) => {
      const { customerId } = await getProvenBuyer(services, request);
      return listMemberBrowsers(services, customerId, heldBy(request));
    },
  });
  app.route({
    ...contract.endMemberBrowser,
    handler: async (request, reply) => {
      const { customerId } = await getProvenBuyer(services, request);
      const { tokenHash } = await endMemberBrowser(services, customerId, request.params.id);
      if (heldBy(request).includes(tokenHash)) clearBuyerCookie(reply);
      return success;
    },
  });

  app.route({
    ...correction.requestAddressCorrection,
    handler: async (request, reply) => {
      const browserToken = browserTokenOf(request, reply, config);
      const wanted = { orderId: request.params.id, email: request.body.email, browserToken };
      return { ...success, ...(await requestAddressCorrection(services, request, wanted)) };
    },
  });
  app.route({
    ...correction.correctAddress,
    handler: async (request, reply) => {
      const { email, token: code } = request.body;
      const browserToken = browserTokenOf(request, reply, config);
      await correctAddress(services, request, { orderId: request.params.id, email, browserToken, code });
      return success;
    },
  });

  app.route({
    ...contract.exportMemberData,
    handler: async (request, reply) => {
      const { customerId } = await getProvenBuyer(services, request);
      reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", 'attachment; filename="openstall-data.json"');
      return reply.send(JSON.stringify(await exportMemberData(services, customerId), undefined, 2));
    },
  });
  app.route({
    ...contract.eraseMember,
    handler: async (request, reply) => {
      await eraseMember(services, await getProvenBuyer(services, request), request.body.email);
      clearBuyerCookie(reply);
      return success;
    },
  });
}
