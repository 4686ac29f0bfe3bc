import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import { useState } from 'react'
import { type Backup, backups } from '#client/resources/marketplace/backups.ts'
import { connection } from '#console/api/connection.ts'
import { backupsQuery } from '#console/api/queries/addons.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { figure } from '#console/format/figures.ts'
import { type AddonParams, addonIn } from '#console/navigation/page-params.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { RestoreButtons, RestoreProgress } from './restore-backup.tsx'
import { useAddonAddress } from './use-addon.ts'

const texts = addonTexts.backups

export const loadAddonBackups = (queryClient: QueryClient, params: AddonParams) =>
  void queryClient.prefetchQuery(backupsQuery(addonIn(params)))

/** Back-ups of the provider, to be downloaded, and one more on demand. */
export function AddonBackupsPage() {
  const address = useAddonAddress()
  const list = useQuery(backupsQuery(address))
  const [restored, setRestored] = useState<string | undefined>()
  const making = useAction({
    run: () => backups(connection).make(address),
    changes: [queryKeys.ofAddon(address, 'backups')],
    done: texts.begun,
  })
  return (
    <Panel
      title={texts.title}
      isFlush
      actions={
        <Button size="small" isPending={making.isPending} onClick={() => making.mutate()}>
          {texts.make}
        </Button>
      }
    >
      {making.isError && (
        <div className="panel-body">
          <ErrorLine error={making.error} />
        </div>
      )}
      {restored !== undefined && (
        <div className="panel-body">
          <RestoreProgress backupId={restored} />
        </div>
      )}
      <Loaded query={list}>
        {(known) => (
          <Table
            label={texts.title}
            columns={columnsWith(setRestored)}
            rows={known}
            rowKey={({ backup_id }) => backup_id}
            empty={
              <EmptyState icon={Archive} title={texts.none}>
                {texts.noneHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Panel>
  )
}

const kinds = { SUCCESS: 'good', FAILED: 'wrong', RUNNING: 'accent' } as const

const columnsWith = (onBegun: (backupId: string) => void): Column<Backup>[] => [
  {
    key: 'date',
    title: texts.date,
    cell: ({ creation_date }) => <RelativeTime date={Date.parse(creation_date)} />,
  },
  {
    key: 'state',
    title: texts.state,
    cell: ({ status }) => <Badge kind={kinds[status]}>{texts.statuses[status]}</Badge>,
  },
  {
    key: 'size',
    title: texts.size,
    align: 'end',
    // Nothing is known about the size of what is not complete.
    cell: ({ size, status }) => (status === 'SUCCESS' ? figure(size, 'bytes') : null),
  },
  {
    key: 'actions',
    title: texts.actions,
    isTitleHidden: true,
    align: 'end',
    cell: (backup) =>
      backup.download_url !== '' && (
        <span className="backup-actions">
          <RestoreButtons backup={backup} onBegun={onBegun} />
          <a
            className="button button-plain button-small"
            href={localAddress(backup.download_url)}
            download
          >
            <Download size={16} aria-hidden="true" />
            {texts.download}
          </a>
        </span>
      ),
  },
]

/** The same file at the origin of this page, which the platform may have by another name. */
function localAddress(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
