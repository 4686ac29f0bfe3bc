import { Pause, Pencil, Play, Power, Trash2 } from 'lucide-react'
import { type Cron, crons as cronApi } from '#client/resources/crons.ts'
import { connection } from '#console/api/connection.ts'
import { cronKey } from '#console/api/queries/application/crons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { RunState } from '#console/pages/application/tasks/run-state.tsx'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'
import '#console/components/display/panel.css'
import '#console/pages/application/tasks/tasks.css'

interface CronTableProps {
  address: OwnedId
  crons: readonly Cron[]
  mayChange: boolean
  onEdit(cron: Cron): void
}

export function CronTable({ address, crons, mayChange, onEdit }: CronTableProps) {
  const api = cronApi(connection)
  const changes = [cronKey(address)]
  const run = useAction({
    run: ({ id }: Cron) => api.run(address, id),
    changes,
    done: texts.started,
  })
  const enable = useAction({
    run: ({ id, enabled }: Cron) => api.enable(address, id, !enabled),
    changes,
    done: ({ enabled }) => (enabled ? texts.disabled : texts.enabled),
  })
  const actionsOf = (cron: Cron) => (
    <span className="row-actions">
      <Button
        kind="quiet"
        size="small"
        icon={Play}
        iconOnly
        isPending={run.isPending && run.variables.id === cron.id}
        onClick={() => run.mutate(cron)}
      >
        {texts.run(cron.name)}
      </Button>
      <Button
        kind="quiet"
        size="small"
        icon={cron.enabled ? Pause : Power}
        iconOnly
        onClick={() => enable.mutate(cron)}
      >
        {(cron.enabled ? texts.disable : texts.enable)(cron.name)}
      </Button>
      {cron.source === 'own' && (
        <>
          <Button kind="quiet" size="small" icon={Pencil} iconOnly onClick={() => onEdit(cron)}>
            {texts.edit(cron.name)}
          </Button>
          <ConfirmButton
            kind="quiet"
            size="small"
            icon={Trash2}
            iconOnly
            question={texts.removeTitle}
            help={texts.removeHelp(cron.name)}
            confirm={texts.removeAction}
            run={() => api.remove(address, cron.id)}
            changes={changes}
            done={texts.removed}
          >
            {texts.remove(cron.name)}
          </ConfirmButton>
        </>
      )}
    </span>
  )
  const columns: Column<Cron>[] = [
    {
      key: 'name',
      title: texts.columns.name,
      cell: (cron) => (
        <span className="task-name">
          <span>
            {cron.name}{' '}
            <span className="muted">
              {cron.source === 'cron.json' && texts.fromRepository}{' '}
              {cron.where === 'every instance' && texts.everyInstance}
            </span>
          </span>
          <code>{cron.command}</code>
        </span>
      ),
    },
    {
      key: 'schedule',
      title: texts.columns.schedule,
      cell: ({ schedule, description }) => (
        <span className="task-name">
          <span>{description}</span>
          <code>{schedule}</code>
        </span>
      ),
    },
    { key: 'next', title: texts.columns.next, cell: (cron) => <NextTime cron={cron} /> },
    {
      key: 'last',
      title: texts.columns.last,
      cell: ({ lastRun }) =>
        lastRun ? (
          <span className="task-name">
            <RunState run={lastRun} />
            <small>
              <RelativeTime date={lastRun.startedAt} />
            </small>
          </span>
        ) : (
          texts.never
        ),
    },
    actionsColumn((cron) => mayChange && actionsOf(cron), { width: '10.5rem' }),
  ]
  const error = run.error ?? enable.error
  return (
    <>
      <Table label={texts.title} columns={columns} rows={crons} rowKey={({ id }) => id} />
      {error && (
        <div className="panel-body">
          <ErrorLine error={error} />
        </div>
      )}
    </>
  )
}

function NextTime({ cron: { enabled, nextAt } }: { cron: Cron }) {
  if (!enabled) return <span className="muted">{texts.off}</span>
  if (nextAt === null) return <span className="muted">{texts.noNext}</span>
  return <RelativeTime date={nextAt} />
}
