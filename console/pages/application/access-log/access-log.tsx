import { useEffect, useMemo, useState } from 'react'
import { type AccessLogEntry, logs } from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import { Button } from '#console/components/controls/button.tsx'
import { SearchField, Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { FollowedList, useBufferVersion } from '#console/components/log/followed-list.tsx'
import { occurs, searchPattern } from '#console/components/log/text-marks.ts'
import { useFollowedLines } from '#console/components/log/use-followed-lines.ts'
import { useTypedValue } from '#console/components/log/use-typed-value.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { timeOf } from '#console/pages/application/logs/log-filter.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { AccessDetails } from './access-details.tsx'
import { isChosen, textOfEntry } from './access-filter.ts'
import { AccessHead, AccessRow } from './access-row.tsx'
import './access-log.css'

const texts = logTexts.access
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const listed = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))
const { range: _, ...times } = logTexts.timeChoices

/** Requests of visitors as they come. */
export function Page() {
  const address = useApplicationAddress()
  const [search, setSearch] = useAddressState('search')
  const [typed, setTyped] = useTypedValue(search, setSearch)
  const [status, setStatus] = useAddressState('status')
  const [method, setMethod] = useAddressState('method')
  const [since, setSince] = useAddressState('since')
  const [isPaused, setPaused] = useState(false)
  const [opened, setOpened] = useState<AccessLogEntry>()
  useWindowTitle(texts.title)
  const lines = useFollowedLines<AccessLogEntry>({
    key: JSON.stringify([address, since]),
    filter: { since: timeOf(since, Date.now()) },
    textOf: textOfEntry,
    follow: (filter, options) => logs(connection).followAccess(address, filter, options),
  })
  const { buffer, loadOlder, isLoadingOlder } = lines
  useBufferVersion(buffer)
  const pattern = useMemo(() => searchPattern(search), [search])
  useEffect(
    () =>
      buffer.setView({
        isShown: (entry, text) =>
          isChosen(entry, status, method) && (!pattern || occurs(text, pattern)),
        pattern: undefined,
      }),
    [buffer, status, method, pattern],
  )
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
        </>
      }
    >
      <div className="access-filters">
        <SearchField label={texts.search} value={typed} onChange={setTyped} />
        <Select
          label={logTexts.time}
          isLabelHidden
          value={since}
          choices={listed(times)}
          onChange={setSince}
        />
        <Select
          label={texts.status}
          isLabelHidden
          value={status}
          choices={listed(texts.statusChoices)}
          onChange={setStatus}
        />
        <Select
          label={texts.method}
          isLabelHidden
          value={method}
          choices={[
            { value: '', label: texts.allMethods },
            ...methods.map((value) => ({ value, label: value })),
          ]}
          onChange={setMethod}
        />
      </div>
      {lines.status === 'failed' && <ErrorPanel error={lines.error} onRetry={lines.retry} />}
      {buffer.shown.length === 0 ? (
        <div className="access-nothing">
          {lines.status === 'loading' && <SkeletonLines count={10} height="1.25rem" />}
          {lines.status !== 'loading' && lines.status !== 'failed' && (
            <Nothing isFiltered={buffer.all.length > 0 || since !== ''} />
          )}
        </div>
      ) : (
        <>
          <AccessHead />
          <FollowedList
            label={texts.lines}
            buffer={buffer}
            lineHeight={32}
            height="max(18rem, calc(100dvh - 22rem))"
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
