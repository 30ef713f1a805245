import { createFileRoute } from "@tanstack/react-router";
import { Workshop } from "#web/layout/workshop.tsx";

export const Route = createFileRoute("/dev/ui")({ component: Workshop });
