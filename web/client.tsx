import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { noticeMailReaders } from "./notice-mail-readers.ts";
import { getRouter } from "./router.tsx";

/**
 * Takes over the page that the server rendered. Start's own client does the same, and carries what server functions need
 * besides: a tenth of the framework's weight. Openstall has none of them: its calls are the contract's.
 */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={getRouter()} />
    </StrictMode>,
  );
});
noticeMailReaders();
