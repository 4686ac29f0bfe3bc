import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccessLogEntry, logs } from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import { logCountsQuery } from '#console/api/queries/application/log-counts.ts'
import { Button } from '#console/components/controls/button.tsx'
import { SearchField, Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { FollowedList, useBufferVersion } from '#console/components/log/followed-list.tsx'
import { DownloadFound } from '#console/components/log/search/download-found.tsx'
import type { CountGroup } from '#console/components/log/search/histogram-bars.ts'
import { LogHistogram } from '#console/components/log/search/log-histogram.tsx'
import { TimeFilter } from '#console/components/log/search/time-filter.tsx'
import { useFollowedLines } from '#console/components/log/use-followed-lines.ts'
import { searchPause, useTypedValue } from '#console/components/log/use-typed-value.ts'
import { useAddressValues } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { AccessDetails } from './access-details.tsx'
import { type AccessAddress, apiFilter } from './access-filter.ts'
import { AccessHead, AccessRow } from './access-row.tsx'
import './access-log.css'

const texts = logTexts.access
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const listed = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))
const defaults: AccessAddress = { since: '', until: '', search: '', status: '', method: '' }

const groups: readonly CountGroup[] = [
  { key: '1xx', label: '1xx', colour: 'muted' },
  { key: '2xx', label: '2xx', colour: 'good' },
  { key: '3xx', label: '3xx', colour: 'accent' },
  { key: '4xx', label: '4xx', colour: 'warning' },
  { key: '5xx', label: '5xx', colour: 'wrong' },
  { key: 'TCP', label: 'TCP', colour: 'muted' },
]

/** Requests of visitors as they come, and what is searched for in all that are kept. */
export function ApplicationAccessLogPage() {
  const address = useApplicationAddress()
  const [chosen, change] = useAddressValues(defaults)
  const { since, until, search, status, method } = chosen
  const [typed, setTyped] = useTypedValue(search, (value) => change({ search: value }), searchPause)
  const [isPaused, setPaused] = useState(false)
  const [opened, setOpened] = useState<AccessLogEntry>()
  useWindowTitle(texts.title)
  const key = JSON.stringify([since, until, search, status, method])
  const counts = useQuery(
    logCountsQuery({
      kind: 'access',
      address,
      key,
      filter: () => apiFilter(chosen, Date.now()),
    }),
  )
  const lines = useFollowedLines<AccessLogEntry>({
    key: JSON.stringify([address, key]),
    filter: apiFilter(chosen, Date.now()),
    textOf: () => '',
    follow: (filter, options) => logs(connection).followAccess(address, filter, options),
  })
  const { buffer, loadOlder, isLoadingOlder } = lines
  useBufferVersion(buffer)
  const isFiltered = Object.values(chosen).some((value) => value !== '')
  return (
    <Panel
      title={texts.title}
      isFlush
      actions={
        <>
          {loadOlder && (
            <Button size="small" kind="quiet" isPending={isLoadingOlder} onClick={loadOlder}>
              {logTexts.older}
            </Button>
          )}
          {lines.status === 'live' && (
            <Button size="small" onClick={() => setPaused(!isPaused)}>
              {isPaused ? logTexts.resume : logTexts.pause}
            </Button>
          )}
          <DownloadFound query={counts} />
        </>
      }
    >
      <div className="access-filters">
        <SearchField label={texts.search} value={typed} onChange={setTyped} />
        <TimeFilter since={since} until={until} onChange={change} />
        <Select
          label={texts.status}
          isLabelHidden
          value={status}
          choices={listed(texts.statusChoices)}
          onChange={(value) => change({ status: value })}
        />
        <Select
          label={texts.method}
          isLabelHidden
          value={method}
          choices={[
            { value: '', label: texts.allMethods },
            ...methods.map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => change({ method: value })}
        />
      </div>
      <LogHistogram
        query={counts}
        groups={groups}
        countText={logTexts.histogram.foundRequests}
        isNarrow={since !== '' || until !== ''}
        onRange={(range) => change(range, { isStep: true })}
      />
      {lines.status === 'failed' && <ErrorPanel error={lines.error} onRetry={lines.retry} />}
      {buffer.shown.length === 0 ? (
        <div className="access-nothing">
          {lines.status === 'loading' && <SkeletonLines count={10} height="1.25rem" />}
          {lines.status !== 'loading' && lines.status !== 'failed' && (
            <Nothing isFiltered={isFiltered} />
          )}
        </div>
      ) : (
        <>
          <AccessHead />
          <FollowedList
            label={texts.lines}
            buffer={buffer}
            lineHeight={32}
            height="max(18rem, calc(100dvh - 31.5rem))"
            isPaused={isPaused}
            onPauseChange={setPaused}
            onReachStart={loadOlder}
            render={({ line }) => <AccessRow entry={line} onOpen={setOpened} />}
          />
        </>
      )}
      {opened && (
        <AccessDetails address={address} entry={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={logTexts.noneFound}>{logTexts.noneFoundHelp}</EmptyState>
  ) : (
    <EmptyState title={texts.none}>{texts.noneHelp}</EmptyState>
  )
}
