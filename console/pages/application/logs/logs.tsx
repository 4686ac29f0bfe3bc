import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type LogLine as Line, logs } from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import { summariesQuery } from '#console/api/queries/application/deployments.ts'
import { logCountsQuery } from '#console/api/queries/application/log-counts.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { FollowedList, useBufferVersion } from '#console/components/log/followed-list.tsx'
import { indexOfNumber, stepThrough } from '#console/components/log/line-buffer.ts'
import { LogLine, type LogLineProps } from '#console/components/log/log-line.tsx'
import { LogHistogram } from '#console/components/log/search/log-histogram.tsx'
import { severityGroups } from '#console/components/log/search/severity-groups.ts'
import { searchPattern } from '#console/components/log/text-marks.ts'
import { useFollowedLines } from '#console/components/log/use-followed-lines.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useAddressValues } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import { plainText } from '#kit/terminal-text.ts'
import { LogActions } from './log-actions.tsx'
import { apiFilter, defaultLogAddress, searchFilter, searchKey } from './log-filter.ts'
import { LogFilters, withoutLink } from './log-filters.tsx'
import { LogSearch } from './log-search.tsx'
import { LogStatus } from './log-status.tsx'

/** Deployments that can be chosen. */
const deploymentPage = { limit: 20 }
/** Lines after that of a link. */
const maxLinked = 5_000

export function loadApplicationLogs(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(summariesQuery(applicationIn(params), deploymentPage))
}

/** The log of an application as it is written, with what is looked for. */
export function ApplicationLogsPage() {
  const address = useApplicationAddress()
  const [chosen, change] = useAddressValues(defaultLogAddress)
  const { data: status } = useQuery(statusQuery(address))
  const { data: deployments = [] } = useQuery(summariesQuery(address, deploymentPage))
  const [isPaused, setPaused] = useState(false)
  const [current, setCurrent] = useState<number>()
  useWindowTitle(texts.title)

  const { since, until, search, context, line: linkedId } = chosen
  const isLinked = linkedId !== ''
  const found = searchKey(chosen)
  const counts = useQuery(
    logCountsQuery({
      kind: 'application',
      address,
      key: found,
      filter: () => searchFilter(chosen, Date.now()),
    }),
  )
  const isAround = isLinked || context !== ''
  const lines = useFollowedLines<Line>({
    key: JSON.stringify([
      address,
      isAround ? searchKey({ ...chosen, search: '' }) : found,
      linkedId,
      chosen.at,
    ]),
    filter: apiFilter(chosen, Date.now()),
    olderFilter: apiFilter({ ...chosen, line: '' }, Date.now()),
    textOf: ({ message }) => plainText(message),
    follow: (filter, options) => logs(connection).follow(address, filter, options),
    maxLines: isLinked ? maxLinked : undefined,
  })
  const { buffer, loadOlder } = lines
  useBufferVersion(buffer)

  const pattern = useMemo(() => searchPattern(search), [search])
  useEffect(() => {
    setCurrent(undefined)
    buffer.setView({ isShown: () => true, pattern })
  }, [buffer, pattern])

  const linked = isLinked ? buffer.shown.find(({ line }) => line.id === linkedId) : undefined
  // What was written before the line of a link is loaded too, so that it stands in the middle.
  const [surrounded, setSurrounded] = useState<object>()
  const hasContext = surrounded === buffer
  useEffect(() => {
    if (!linked || hasContext || !loadOlder) return
    setSurrounded(buffer)
    loadOlder()
  }, [linked, hasContext, loadOlder, buffer])

  const numberOf = useMemo(
    () => new Map(status?.instanceList.map(({ id, number }) => [id, number])),
    [status?.instanceList],
  )
  const originOf = ({ instanceId, service }: Line) => {
    const number = numberOf.get(instanceId)
    return number === undefined ? (texts.origins[service] ?? service) : texts.originOf(number)
  }
  const copyLink = useCallback(
    ({ id, date }: LogLineProps['line']) => void copyAddress({ line: id, at: date }),
    [],
  )
  const step = (direction: 1 | -1) =>
    setCurrent(stepThrough(buffer.found, current, direction)?.number)

  return (
    <Panel
      title={texts.title}
      guide="guides/monitoring"
      isFlush
      actions={
        <LogActions
          chosen={chosen}
          onChange={change}
          isPaused={isPaused}
          onPause={lines.status === 'live' && !isLinked ? setPaused : undefined}
          counts={counts}
        />
      }
    >
      <div className="log-bar">
        <LogSearch
          value={search}
          onChange={(value) => change({ search: value, ...withoutLink })}
          canStep={buffer.found.length > 0}
          onStep={step}
        />
        <LogFilters
          chosen={chosen}
          onChange={change}
          instances={status?.instanceList ?? []}
          deployments={deployments}
        />
      </div>
      <LogHistogram
        query={counts}
        groups={severityGroups}
        countText={texts.histogram.found}
        isNarrow={since !== '' || until !== ''}
        onRange={(range) => change({ ...range, ...withoutLink }, { isStep: true })}
      />
      <LogStatus
        lines={lines}
        chosen={chosen}
        onChange={change}
        isPaused={isPaused}
        position={current === undefined ? undefined : indexOfNumber(buffer.found, current) + 1}
      />
      {buffer.shown.length > 0 && (
        <FollowedList
          key={chosen.wrap}
          label={texts.lines}
          buffer={buffer}
          lineHeight={22}
          height="max(18rem, calc(100dvh - 33.5rem))"
          isPaused={isPaused}
          onPauseChange={setPaused}
          onReachStart={loadOlder}
          goTo={current ?? (hasContext && !lines.isLoadingOlder ? linked?.number : undefined)}
          render={({ number, line, text }) => (
            <LogLine
              line={line}
              text={text}
              pattern={pattern}
              origin={originOf(line)}
              hasTime={chosen.times === 'on'}
              isWrapped={chosen.wrap === 'on'}
              isCurrent={number === current || (isLinked && line.id === linkedId)}
              onCopyLink={copyLink}
            />
          )}
        />
      )}
    </Panel>
  )
}

/** Copies the address of this page with other values. */
async function copyAddress(values: Record<string, string>): Promise<void> {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  try {
    await navigator.clipboard.writeText(url.href)
    showToast({ kind: 'good', text: texts.linkCopied })
  } catch {
    showToast({ kind: 'wrong', text: componentTexts.copyFailed })
  }
}
