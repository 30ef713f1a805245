import { MessageScreen } from "./message-screen.tsx";

/** Any path that is no page of ours. */
export function NotFoundScreen() {
  return (
    <MessageScreen code="404" title="Page Not Found">
      The page you are looking for has moved or never existed.
    </MessageScreen>
  );
}
