import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { AlertPanel } from './alert-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import './webhooks.css'

/** Webhooks and e-mail notifications of an application. */
export function ApplicationWebhooksPage() {
  const { ownerId, id } = useApplicationAddress()
  return (
    <>
      <AlertPanel ownerId={ownerId} subjectId={id} />
      <WebhookPanel ownerId={ownerId} subjectId={id} />
      <EmailPanel ownerId={ownerId} subjectId={id} />
    </>
  )
}
