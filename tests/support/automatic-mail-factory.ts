import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import {
  createAutomaticMail,
  getAutomaticMail,
  switchAutomaticMail,
  type AutomaticMailInput,
  updateAutomaticMail,
} from "#contract/mailings/automatic-mails.ts";
import { queueAutomaticMails } from "#server/features/mailings/automatic/queue-automatic-mails.ts";
import type { TestApp } from "./test-app.ts";

type Creator = { id: string };
type Wanted = {
  kind: AutomaticMailKind;
  productId?: string | null;
  isOn?: boolean;
} & Partial<AutomaticMailInput>;

/** An automatic mail with the words that it begins with, unless given; on unless said. */
export async function makeAutomaticMail(
  app: TestApp,
  creator: Creator,
  { kind, productId = null, isOn = true, ...fields }: Wanted,
) {
  const me = app.as(creator);
  const { body: begun, ...answer } = await me.call(createAutomaticMail, { body: { kind, productId } });
  if (answer.status !== 201) throw new Error(`it was not begun: ${answer.text}`);
  const params = { id: begun.id };
  const { subject, content, days, offerProductId, couponId, revision } = begun;
  const words = { subject, content, days, offerProductId, couponId, revision, ...fields };
  const written = await me.call(updateAutomaticMail, { params, body: words });
  if (written.status !== 200) throw new Error(`it was not written: ${written.text}`);
  const switched = await me.call(switchAutomaticMail, { params, body: { isOn } });
  if (switched.status !== 200) throw new Error(`it was not switched: ${switched.text}`);
  return switched.body;
}

/** Lets time go by, and looks at what happened meanwhile. */
export async function letGoBy(app: TestApp, by: Parameters<TestApp["clock"]["advance"]>[0]) {
  app.clock.advance(by);
  await queueAutomaticMails(app.services);
}

export const automaticMailOf = async (app: TestApp, creator: Creator, id: string) =>
  (await app.as(creator).call(getAutomaticMail, { params: { id } })).body;
