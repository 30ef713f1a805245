/** An error as Graph answers it: callers decide on `code` and `subcode`, never on the status or the text. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly subcode: number | undefined;
  constructor(status: number, code: number, subcode: number | undefined, message: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.subcode = subcode;
  }
}

/** Instagram's sign-in has another shape for its errors. */
export class OAuthError extends Error {}

export const wrongParameter = (message: string) => new GraphError(400, 100, undefined, `(#100) ${message}`);
export const noSuchObject = (id: string) =>
  new GraphError(400, 100, 33, `Unsupported request. Object with ID '${id}' does not exist`);
// Graph repeats a malformed token in its message: whoever logs the message logs the token.
export const deadToken = (token: string) =>
  new GraphError(401, 190, undefined, `Malformed or expired access token ${token}`);
export const windowClosed = (isPage: boolean) =>
  new GraphError(
    403,
    10,
    isPage ? 2018278 : 2534022,
    "Ta wiadomość jest wysyłana poza dozwolonym przedziałem czasu.",
  );
export const noSuchPerson = () => new GraphError(400, 100, 2534014, "The requested user cannot be found.");
export const alreadyReplied = () =>
  new GraphError(400, 10, 2534025, "A private reply was already sent for this comment.");
export const rateLimited = () =>
  new GraphError(400, 613, 2534040, "Calls to this api have exceeded the rate limit.");
export const temporary = () => new GraphError(500, 2, undefined, "Service temporarily unavailable");
export const sentAfterAll = () => new GraphError(500, 1, 1357046, "Received Invalid JSON reply");
export const noPermission = () => new GraphError(403, 200, undefined, "(#200) Permissions error");

/** The answer for any of them. */
export function errorAnswer(error: GraphError | OAuthError): { status: number; body: object } {
  if (error instanceof OAuthError)
    return { status: 400, body: { error_type: "OAuthException", code: 400, error_message: error.message } };
  const { message, code, subcode } = error;
  return {
    status: error.status,
    body: {
      error: {
        message,
        type: code === 190 ? "OAuthException" : "IGApiException",
        code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        fbtrace_id: "AbCdEfGh",
      },
    },
  };
}
