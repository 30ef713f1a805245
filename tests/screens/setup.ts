import "#web/app.css";
import { afterEach, beforeEach } from "vitest";
import { forgetShownStore } from "#web/shown-store.ts";
import { currentToast, dismissToast } from "#web/ui/toast.ts";
import { server } from "./fake-server.ts";
import { closeScreen } from "./render-screen.tsx";

const realFetch = window.fetch;

window.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.origin);
  return url.pathname.startsWith("/api/") ? server.fetch(url, init) : realFetch(input, init);
};

// The router's history calls them without their object once it is destroyed.
window.history.pushState = window.history.pushState.bind(window.history);
window.history.replaceState = window.history.replaceState.bind(window.history);

beforeEach(() => {
  server.reset();
  forgetShownStore();
  delete document.documentElement.dataset["aheadMinutes"];
  localStorage.clear();
  sessionStorage.clear();
  const told = currentToast();
  if (told) dismissToast(told.id);
});

afterEach(() => {
  // While somebody listens: the query client hears of a network only then.
  server.setOnline(true);
  closeScreen();
  const faults = server.takeFaults();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});
