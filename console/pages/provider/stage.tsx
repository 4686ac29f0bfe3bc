import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Offer, providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { sessionQuery } from '#console/api/queries/session.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { providerTexts } from '#console/texts/en/provider.ts'

const texts = providerTexts.overview
const path: readonly string[] = ['ALPHA', 'BETA_PRIV', 'BETA_PUB', 'RELEASE']
const nameOf = (stage: string) => providerTexts.stages[stage] ?? stage

interface StageProps {
  ownerId: string
  provider: Offer
}

/** The way of a provider into the marketplace; operators move it on. */
export function StagePanel({ ownerId, provider }: StageProps) {
  const { data: session } = useQuery(sessionQuery)
  const { status } = provider
  const stages = status === 'DELETED' ? [...path, status] : path
  return (
    <Panel title={texts.stage}>
      <ol className="provider-stages">
        {stages.map((stage) => (
          <li key={stage} aria-current={stage === status ? 'step' : undefined}>
            <strong>
              {nameOf(stage)} {stage === status && <Badge kind="accent">{texts.now}</Badge>}
            </strong>
            <span className="muted small">{texts.stageHelp[stage]}</span>
          </li>
        ))}
      </ol>
      {session?.isOperator ? (
        <Move key={status} ownerId={ownerId} provider={provider} />
      ) : (
        status !== 'RELEASE' &&
        status !== 'DELETED' && <p className="provider-note muted small">{texts.byOperator}</p>
      )}
    </Panel>
  )
}

/** Every stage but the first can be chosen: a provider begins only once. */
function Move({ ownerId, provider: { id, status } }: StageProps) {
  const choices = [...path.slice(1), 'DELETED'].filter((stage) => stage !== status)
  const next = path[path.indexOf(status) + 1] ?? ''
  const [wanted, setWanted] = useState(choices.includes(next) ? next : (choices[0] ?? ''))
  const move = useAction({
    run: () => providers(connection).move(id, wanted),
    changes: [queryKeys.ofOwner(ownerId, 'providers'), queryKeys.ofOwner(ownerId, 'offers')],
    done: texts.moved(nameOf(wanted)),
  })
  return (
    <form
      className="provider-row"
      aria-label={texts.chooseStage}
      onSubmit={(event) => {
        event.preventDefault()
        if (!move.isPending && wanted !== status) move.mutate()
      }}
    >
      <Select
        label={texts.chooseStage}
        value={wanted}
        onChange={setWanted}
        choices={choices.map((stage) => ({ value: stage, label: nameOf(stage) }))}
      />
      <Button type="submit" isPending={move.isPending}>
        {texts.moveAction}
      </Button>
      {move.isError && <ErrorLine error={move.error} />}
    </form>
  )
}
