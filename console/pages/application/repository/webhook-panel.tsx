import { useState } from 'react'
import {
  type ConnectedRepository,
  connectedRepository,
  type RepositoryWebhook,
} from '#client/resources/connected-repository.ts'
import { connection } from '#console/api/connection.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { repositoryTexts as texts } from '#console/texts/en/application/repository/repository.ts'

interface WebhookPanelProps {
  address: OwnedId
  repository: ConnectedRepository
}

/** What to paste at the host of the repository. It is fetched when somebody asks for it, which the audit log says. */
export function WebhookPanel({ address, repository }: WebhookPanelProps) {
  const { isAtHost, problem } = repository.webhook
  const api = connectedRepository(connection)
  const [webhook, setWebhook] = useState<RepositoryWebhook>()
  const show = useAction({ run: () => api.webhook(address), onDone: setWebhook })
  return (
    <Panel
      title={texts.webhook}
      actions={
        webhook && (
          <ConfirmButton
            question={texts.renewTitle}
            help={texts.renewHelp}
            confirm={texts.renew}
            run={() => api.renewWebhook(address)}
            done={texts.renewed}
            onDone={setWebhook}
          >
            {texts.renew}
          </ConfirmButton>
        )
      }
    >
      <p className="muted small">{isAtHost ? texts.webhookMade : texts.webhookHelp}</p>
      {problem !== '' && <p className="small">{texts.webhookProblem(problem)}</p>}
      {webhook ? (
        <>
          {!isAtHost && <p className="small">{texts.webhookPaste}</p>}
          <FactList
            facts={[
              {
                name: texts.webhookUrl,
                value: <CopyValue what={texts.webhookUrl} value={webhook.url} />,
              },
              {
                name: texts.webhookSecret,
                value: <CopyValue what={texts.webhookSecret} value={webhook.secret} />,
              },
            ]}
          />
        </>
      ) : (
        <Button isPending={show.isPending} onClick={() => show.mutate()}>
          {texts.showWebhook}
        </Button>
      )}
      {show.error && <ErrorLine error={show.error} />}
    </Panel>
  )
}
