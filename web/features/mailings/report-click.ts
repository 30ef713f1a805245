import { recordMailingClick } from "#contract/mailings/mailing-report.ts";
import { callApi } from "#web/api.ts";

/** Somebody who came by a mailing's link is a person. Not worth a word where it is not heard. */
export const reportClick = (token: string): Promise<unknown> =>
  callApi(recordMailingClick, { body: { token } }, { keepalive: true }).catch(() => undefined);
