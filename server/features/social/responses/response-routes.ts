import * as ruleContract from "#contract/social/automation-rules.ts";
import * as contract from "#contract/social/keyword-responses.ts";
import { sendCsv } from "#server/http/csv.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { deleteKeywordResponse } from "./delete-response.ts";
import { deleteAutomationRule } from "./delete-rule.ts";
import { exportKeywordResponses } from "./export-responses.ts";
import { listKeywordResponses } from "./list-responses.ts";
import { listAutomationRules } from "./list-rules.ts";
import { allListedPeople, listedPeopleColumns, listListedPeople } from "./listed-people.ts";
import { createKeywordResponse, updateKeywordResponse } from "./save-response.ts";
import { createAutomationRule, updateAutomationRule } from "./save-rule.ts";
import { tryKeywords } from "./try-keywords.ts";

export function responseRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listKeywordResponses,
    handler: (request) => listKeywordResponses(services, creatorOf(request)),
  });
  app.route({
    ...contract.createKeywordResponse,
    handler: async (request, reply) =>
      reply.code(201).send(await createKeywordResponse(services, creatorOf(request), request.body)),
  });
  app.route({
    ...contract.updateKeywordResponse,
    handler: (request) =>
      updateKeywordResponse(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.deleteKeywordResponse,
    handler: (request) => deleteKeywordResponse(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.tryKeywords,
    handler: (request) => tryKeywords(services, creatorOf(request), request.body),
  });
  app.route({
    ...contract.exportKeywordResponses,
    handler: (request, reply) => exportKeywordResponses(services, creatorOf(request), reply),
  });
  app.route({
    ...ruleContract.listAutomationRules,
    handler: (request) => listAutomationRules(services, creatorOf(request)),
  });
  app.route({
    ...ruleContract.createAutomationRule,
    handler: async (request, reply) =>
      reply.code(201).send(await createAutomationRule(services, creatorOf(request), request.body)),
  });
  app.route({
    ...ruleContract.updateAutomationRule,
    handler: (request) => updateAutomationRule(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...ruleContract.deleteAutomationRule,
    handler: (request) => deleteAutomationRule(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...ruleContract.listListedPeople,
    handler: (request) => listListedPeople(services.db, creatorOf(request)),
  });
  app.route({
    ...ruleContract.exportListedPeople,
    handler: (request, reply) =>
      sendCsv(
        reply,
        "listed-people.csv",
        listedPeopleColumns,
        allListedPeople(services.db, creatorOf(request)),
      ),
  });
}
