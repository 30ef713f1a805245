import { afterEach, expect, test, vi } from "vitest";
import { storeChanged, storeHeader } from "#contract/team/refusals.ts";
import { ApiError } from "#web/api.ts";
import { showStore } from "#web/shown-store.ts";
import { sendResumably } from "./send-resumably.ts";
import { listUnfinishedUploads } from "./unfinished-uploads.ts";

type Asked = { method: string; url: string; headers: Record<string, string> };
type Answer = { status: number; body?: string; headers?: Record<string, string> };

const own = "00000000-0000-4000-9000-000000000001";
const other = "00000000-0000-4000-9000-000000000002";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  showStore(own);
});

/** Stands in for what tus sends by. */
function answerRequests(answer: (asked: Asked) => Answer): Asked[] {
  const all: Asked[] = [];
  class Request {
    status = 0;
    responseText = "";
    upload = {};
    onload: () => void = () => {};
    private answered: Answer = { status: 0 };
    private readonly asked: Asked = { method: "", url: "", headers: {} };
    open(method: string, url: string) {
      Object.assign(this.asked, { method, url });
    }
    setRequestHeader(name: string, value: string) {
      this.asked.headers[name.toLowerCase()] = value;
    }
    getResponseHeader = (name: string) => this.answered.headers?.[name.toLowerCase()] ?? null;
    send() {
      all.push(this.asked);
      this.answered = answer(this.asked);
      this.status = this.answered.status;
      this.responseText = this.answered.body ?? "";
      queueMicrotask(() => this.onload());
    }
    abort() {}
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return all;
}

const file = new File(["%PDF-1.7"], "a.pdf", { type: "application/pdf", lastModified: 1 });

test("each piece of an upload says the store that it was begun for, and none is sent again once another is acted for", async () => {
  showStore(own);
  let isChanged = false;
  const asked = answerRequests(({ method }) => {
    if (isChanged)
      return { status: 409, body: JSON.stringify({ message: "Another store", code: storeChanged }) };
    isChanged = method === "POST";
    return { status: 201, headers: { location: "/api/uploads/1" } };
  });
  const failed = await sendResumably(file, () => {}).done.catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApiError);
  expect((failed as ApiError).body.code).toBe(storeChanged);
  expect(asked.map(({ method, headers }) => [method, headers[storeHeader]])).toEqual([
    ["POST", own],
    ["PATCH", own],
  ]);
});

test("what was begun for one store goes on in that one alone", async () => {
  showStore(own);
  answerRequests(({ method }) =>
    method === "POST"
      ? { status: 201, headers: { location: "/api/uploads/1" } }
      : { status: 403, body: JSON.stringify({ message: "Not now", code: "NOT_NOW" }) },
  );
  await sendResumably(file, () => {}).done.catch(() => {});
  expect(Object.keys(localStorage)).toHaveLength(1);
  showStore(other);
  expect(await listUnfinishedUploads()).toEqual([]);
  expect(Object.keys(localStorage)).toHaveLength(1);
});
