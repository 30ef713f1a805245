import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";

/**
 * `examples`: it is a demo, whose landing page shows example figures and testimonials; `demo-store`: there is one at
 * /u/demo; `plans`: creators have one.
 */
export type SiteFact = "examples" | "demo-store" | "plans";

/** What is true of this installation; the page server says so on each request it hands to us. For static pages only. */
export const siteHas = createIsomorphicFn()
  .server((fact: SiteFact) => (getRequestHeader("x-openstall-site") ?? "").split(" ").includes(fact))
  .client((_fact: SiteFact) => false);

/** Whose installation it is, where its operator says so; empty else. Who is led to the front page by a script keeps that. */
export const operatorName = createIsomorphicFn()
  .server(() => decodeURIComponent(getRequestHeader("x-openstall-operator") ?? ""))
  .client(() => document.documentElement.dataset.operator ?? "");

/** The handle of the store that the front page leads to whoever is signed out; empty where it leads to none. */
export const frontStore = createIsomorphicFn()
  .server(() => getRequestHeader("x-openstall-front-store") ?? "")
  .client(() => document.documentElement.dataset.frontStore ?? "");

/** What the way in is called: there is a trial only where there are plans. */
export const startWords = () => (siteHas("plans") ? "Start Free Trial" : "Open Your Store");
