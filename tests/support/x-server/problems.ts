/** An answer of X's that is a refusal, in one of the shapes that it uses. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

const problem = (status: number, kind: string, title: string, detail: string) =>
  new Refusal(status, { title, detail, type: `https://api.x.com/2/problems/${kind}`, status });

export const invalidRequest = (detail: string) => problem(400, "invalid-request", "Invalid Request", detail);
export const notFound = (what: string) =>
  problem(404, "resource-not-found", "Not Found Error", `Could not find ${what}.`);
export const forbidden = (detail: string) => problem(403, "not-authorized-for-resource", "Forbidden", detail);
export const wrongKindOfToken = () =>
  problem(403, "unsupported-authentication", "Unsupported Authentication", "This token cannot be used here.");
export const unauthorized = () =>
  new Refusal(401, { title: "Unauthorized", type: "about:blank", status: 401, detail: "Unauthorized" });
/** X's shape for this one is of its older API. */
export const rateLimited = () => new Refusal(429, { errors: [{ code: 88, message: "Rate limit exceeded" }] });
/** The shape that X's API description calls `Error`. */
export const unknownAddress = () =>
  new Refusal(404, { code: 34, message: "Sorry, that page does not exist" });
export const outOfCredits = (wording: "payment-required" | "usage-capped") =>
  wording === "usage-capped"
    ? problem(429, "usage-capped", "UsageCapExceeded", "Usage cap exceeded: spending limit")
    : problem(402, "credits", "CreditsDepleted", "Your account does not have any credits left.");
/** OAuth's own. */
export const oauthRefusal = (status: number, error: string, description: string) =>
  new Refusal(status, { error, error_description: description });
