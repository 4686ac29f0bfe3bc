import type { QueryClient } from '@tanstack/react-query'
import { mayDo } from '#console/api/permissions.ts'
import { alertsQuery } from '#console/api/queries/alerts.ts'
import { emailHooksQuery, webhooksQuery } from '#console/api/queries/notifications.ts'
import { PageHeader } from '#console/components/display/page-header.tsx'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { AlertPanel } from './alert-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import './webhooks.css'

export function loadOrganisationWebhooks(queryClient: QueryClient, { ownerId }: OwnerParams) {
  void queryClient.prefetchQuery(alertsQuery(ownerId))
  void queryClient.prefetchQuery(webhooksQuery(ownerId))
  void queryClient.prefetchQuery(emailHooksQuery(ownerId))
}

/** Webhooks and e-mail notifications of an organisation. */
export function OrganisationWebhooksPage() {
  const { current } = useOwners()
  if (!current) return null
  if (!mayDo(current.role, 'operate')) return <NotFound />
  return (
    <>
      <PageHeader title={texts.title} detail={texts.lead} guide="guides/webhooks" />
      <AlertPanel ownerId={current.id} />
      <WebhookPanel ownerId={current.id} />
      <EmailPanel ownerId={current.id} />
    </>
  )
}
