import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Webhook, webhooks } from '#client/resources/events/notifications.ts'
import { connection } from '#console/api/connection.ts'
import { webhooksQuery } from '#console/api/queries/notifications.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { ErrorLine, ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwnerId } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { DeliveryPanel } from './delivery-panel.tsx'
import { hostOf } from './hook-filter.ts'
import { eventText, useScopeNames } from './scope-choice.tsx'
import { NewSecret, WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-panel.tsx'
import './webhooks.css'

/** A webhook, what can be done with it, and what it delivered. */
export function WebhookPage() {
  const ownerId = useOwnerId()
  const { webhookId } = useParams({ from: '/organisations/$ownerId/webhooks/$webhookId' })
  const { data, error, refetch } = useQuery(webhooksQuery(ownerId))
  const webhook = data?.find(({ id }) => id === webhookId)
  if (webhook) return <Details ownerId={ownerId} webhook={webhook} />
  if (data) return <NotFound />
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

interface WebhookProps {
  ownerId: string
  webhook: Webhook
}

function Details({ ownerId, webhook }: WebhookProps) {
  const { id, name, urls, events, scope, createdAt, state } = webhook
  const scopeNames = useScopeNames()
  return (
    <>
      <PageHeader
        title={name || hostOf(urls[0]?.url ?? '')}
        detail={
          <>
            <WebhookState webhook={webhook} />
            <ConsoleLink to={addressOf.owner(ownerId, 'webhooks')}>{texts.back}</ConsoleLink>
          </>
        }
        actions={<Actions ownerId={ownerId} webhook={webhook} />}
      />
      {state === 'DISABLED' && (
        <p className="webhook-notice" role="status">
          {texts.disabledNote}
        </p>
      )}
      <Panel title={texts.information}>
        <FactList
          facts={[
            {
              name: texts.urls,
              value: (
                <ul>
                  {urls.map(({ url, format }) => (
                    <li key={url} className="webhook-url">
                      <code>{url}</code>
                      <small className="muted">{texts.formats[format] ?? format}</small>
                    </li>
                  ))}
                </ul>
              ),
            },
            { name: texts.columns.events, value: eventText(events) },
            { name: texts.columns.scope, value: scopeNames(scope) },
            { name: texts.created, value: <RelativeTime date={createdAt} /> },
          ]}
        />
      </Panel>
      <DeliveryPanel ownerId={ownerId} webhookId={id} />
    </>
  )
}

function Actions({ ownerId, webhook }: WebhookProps) {
  const api = webhooks(connection)
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  const [secret, setSecret] = useState<string>()
  const changes = [queryKeys.ofOwner(ownerId, 'webhooks')]
  const isEnabled = webhook.state === 'ENABLED'
  const { name, scope, events, urls } = webhook
  const toggle = useAction({
    run: () =>
      api.change(ownerId, webhook.id, {
        name,
        scope,
        events,
        urls,
        state: isEnabled ? 'DISABLED' : 'ENABLED',
      }),
    changes,
    done: isEnabled ? texts.wasDisabled : texts.wasEnabled,
  })
  return (
    <>
      <Button onClick={() => setChanging(true)}>{texts.change}</Button>
      <Button isPending={toggle.isPending} onClick={() => toggle.mutate()}>
        {isEnabled ? texts.disable : texts.enable}
      </Button>
      <ConfirmButton
        question={texts.renewTitle}
        help={texts.renewHelp}
        confirm={texts.renewAction}
        run={() => api.renewSecret(ownerId, webhook.id)}
        onDone={(renewed) => setSecret(renewed.secret)}
      >
        {texts.renew}
      </ConfirmButton>
      <ConfirmButton
        kind="danger"
        question={texts.removeTitle}
        help={texts.removeHelp}
        confirm={texts.remove}
        run={() => api.remove(ownerId, webhook.id)}
        changes={changes}
        done={texts.removed}
        onDone={() => void navigate(addressOf.owner(ownerId, 'webhooks'))}
      >
        {texts.remove}
      </ConfirmButton>
      {toggle.error && <ErrorLine error={toggle.error} />}
      <Dialog
        title={texts.changeTitle}
        isOpen={isChanging}
        isKept
        onClose={() => setChanging(false)}
      >
        <WebhookForm ownerId={ownerId} webhook={webhook} onEnd={() => setChanging(false)} />
      </Dialog>
      <Dialog
        title={texts.renew}
        isOpen={secret !== undefined}
        isKept
        onClose={() => setSecret(undefined)}
      >
        <NewSecret secret={secret ?? ''} onEnd={() => setSecret(undefined)} />
      </Dialog>
    </>
  )
}
