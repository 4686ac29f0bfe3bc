import { Pause, Play, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type Drain,
  type DrainCheck,
  drains as drainApi,
} from '#client/resources/applications/drains.ts'
import { connection } from '#console/api/connection.ts'
import { drainsQuery } from '#console/api/queries/application/drains.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { drainTexts as texts } from '#console/texts/en/application/drains.ts'
import { shownUrl } from './drain-form.ts'
import { DrainState, Waiting } from './drain-state.tsx'
import '#console/components/display/panel.css'

interface DrainTableProps {
  address: OwnedId
  drains: readonly Drain[]
  mayChange: boolean
}

export function DrainTable({ address, drains, mayChange }: DrainTableProps) {
  const api = drainApi(connection)
  const changes = [drainsQuery(address).queryKey]
  const [checks, setChecks] = useState<Readonly<Record<string, DrainCheck>>>({})
  const check = useAction({
    run: ({ id }: Drain) => api.check(address, id),
    onDone: (result, { id }) => setChecks((known) => ({ ...known, [id]: result })),
  })
  const enable = useAction({
    run: ({ id }: Drain) => api.enable(address, id),
    changes,
    done: texts.enabled,
  })
  const disable = useAction({
    run: ({ id }: Drain) => api.disable(address, id),
    changes,
    done: texts.disabled,
  })
  const actionsOf = (drain: Drain) => {
    const url = shownUrl(drain.recipient)
    const isOn = drain.status.status === 'ENABLED'
    const isStopped = isOn && drain.execution.status !== 'RUNNING'
    return (
      <span className="row-actions">
        <Button
          kind="quiet"
          size="small"
          icon={Send}
          iconOnly
          isPending={check.isPending && check.variables.id === drain.id}
          onClick={() => check.mutate(drain)}
        >
          {texts.check(url)}
        </Button>
        {isStopped && (
          <Button
            kind="quiet"
            size="small"
            icon={RotateCw}
            iconOnly
            onClick={() => enable.mutate(drain)}
          >
            {texts.retry(url)}
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          icon={isOn ? Pause : Play}
          iconOnly
          onClick={() => (isOn ? disable : enable).mutate(drain)}
        >
          {(isOn ? texts.disable : texts.enable)(url)}
        </Button>
        <ConfirmButton
          kind="quiet"
          size="small"
          icon={Trash2}
          iconOnly
          question={texts.removeTitle}
          help={texts.removeHelp(url)}
          confirm={texts.removeAction}
          run={() => api.remove(address, drain.id)}
          changes={changes}
          done={texts.removed}
        >
          {texts.remove(url)}
        </ConfirmButton>
      </span>
    )
  }
  const columns: Column<Drain>[] = [
    {
      key: 'recipient',
      title: texts.columns.recipient,
      cell: ({ recipient, kind }) => (
        <span className="drain-recipient">
          <span>
            {texts.types[recipient.type]} <span className="muted">{texts.gets[kind]}</span>
          </span>
          <code>{shownUrl(recipient)}</code>
        </span>
      ),
    },
    {
      key: 'state',
      title: texts.columns.state,
      cell: (drain) => <DrainState drain={drain} check={checks[drain.id]} />,
    },
    {
      key: 'waiting',
      title: texts.columns.waiting,
      cell: ({ backlog }) => <Waiting backlog={backlog} />,
    },
    actionsColumn((drain) => mayChange && actionsOf(drain), { width: '10.5rem' }),
  ]
  const error = check.error ?? enable.error ?? disable.error
  return (
    <>
      <Table label={texts.title} columns={columns} rows={drains} rowKey={({ id }) => id} />
      {error && (
        <div className="panel-body">
          <ErrorLine error={error} />
        </div>
      )}
    </>
  )
}
