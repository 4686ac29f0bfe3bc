import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { operation, type PlatformBackups } from '#client/resources/operation.ts'
import { connection } from '#console/api/connection.ts'
import { platformBackupsQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { figure } from '#console/format/figures.ts'
import { duration } from '#console/format/times.ts'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'

/** Archives of the platform on the machine, and the button that makes one. */
export function OperatorBackupsPage() {
  const query = useQuery(platformBackupsQuery)
  const backUp = useAction({
    run: () => operation(connection).backUp(),
    changes: [queryKeys.operator('backups')],
    done: texts.backupBegun,
  })
  const isRunning = query.data?.run?.state === 'running'
  const button = (
    <Button
      kind="primary"
      icon={Archive}
      isPending={backUp.isPending || isRunning}
      onClick={() => backUp.mutate()}
    >
      {texts.backUp}
    </Button>
  )
  return (
    <>
      {query.data?.run && <Run run={query.data.run} />}
      <Panel title={texts.backups} isFlush actions={query.data && button}>
        <Loaded query={query} skeleton={<TableSkeleton count={3} />}>
          {({ folder, backups }) => (
            <>
              <p className="panel-body muted small">{texts.backupHelp(folder)}</p>
              {backUp.error && (
                <div className="panel-body">
                  <ErrorLine error={backUp.error} />
                </div>
              )}
              <Table
                label={texts.backups}
                columns={columns}
                rows={backups}
                rowKey={({ name }) => name}
                empty={
                  <EmptyState icon={Archive} title={texts.noBackups}>
                    {texts.noBackupsHelp}
                  </EmptyState>
                }
              />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  )
}

const looks = { running: 'accent', done: 'good', failed: 'wrong' } as const

function Run({ run }: { run: NonNullable<PlatformBackups['run']> }) {
  const { state, startDate, endDate, lines } = run
  return (
    <Panel title={texts.run}>
      <div className="backup-run" role="status">
        <p>
          <Badge kind={looks[state]}>{texts.runStates[state]}</Badge>{' '}
          <RelativeTime date={startDate} />
          {endDate && ` ${texts.runTook(duration(Date.parse(endDate) - Date.parse(startDate)))}`}
        </p>
        {lines.length > 0 && <pre>{lines.join('\n')}</pre>}
      </div>
    </Panel>
  )
}

const { backupColumns: titles } = texts

const columns: readonly Column<PlatformBackups['backups'][number]>[] = [
  { key: 'name', title: titles.name, cell: ({ name }) => <code>{name}</code> },
  { key: 'size', title: titles.size, align: 'end', cell: ({ bytes }) => figure(bytes, 'bytes') },
  {
    key: 'date',
    title: titles.date,
    align: 'end',
    cell: ({ creationDate }) => <RelativeTime date={creationDate} />,
  },
]
