import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/sandbox/onboarding/$token')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/sandbox/onboarding/$token"!</div>
}
