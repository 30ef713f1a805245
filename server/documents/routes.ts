import { readMarkdown } from "#contract/document/markdown-calls.ts";
import { readDocument } from "#contract/document/read-document.ts";
import { Invalid } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import { documentOfMarkdown } from "./document-of-markdown.ts";

/** For the editor, where Markdown is pasted: it is read by the parser that reads Markdown everywhere. */
export function documentRoutes(app: App): void {
  app.route({
    ...readMarkdown,
    handler: (request) => {
      const read = readDocument(documentOfMarkdown(request.body.text));
      if (!("document" in read)) throw Invalid({ text: read.problem });
      return read;
    },
  });
}
