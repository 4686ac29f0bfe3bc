import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type AddonLogLine, logs } from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import { logCountsQuery } from '#console/api/queries/application/log-counts.ts'
import { SearchField, Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { FollowedList, useBufferVersion } from '#console/components/log/followed-list.tsx'
import { LogLine } from '#console/components/log/log-line.tsx'
import { DownloadFound } from '#console/components/log/search/download-found.tsx'
import { LogHistogram } from '#console/components/log/search/log-histogram.tsx'
import { severityGroups } from '#console/components/log/search/severity-groups.ts'
import { TimeFilter } from '#console/components/log/search/time-filter.tsx'
import { timeOf } from '#console/components/log/search/time-range.ts'
import { searchPattern } from '#console/components/log/text-marks.ts'
import { useFollowedLines } from '#console/components/log/use-followed-lines.ts'
import { searchPause, useTypedValue } from '#console/components/log/use-typed-value.ts'
import { useAddressValues } from '#console/navigation/use-address-state.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { plainText } from '#kit/terminal-text.ts'
import { useAddonAddress } from './use-addon.ts'

const texts = addonTexts.logs
const defaults = { since: '', until: '', search: '', severity: '' }
const severities = Object.entries(logTexts.severityChoices).map(([value, label]) => ({
  value,
  label,
}))

/** What the provider logs about the add-on, newest at the bottom, with what is searched for in all that is kept. */
export function AddonLogsPage() {
  const address = useAddonAddress()
  const [chosen, change] = useAddressValues(defaults)
  const { since, until, search, severity } = chosen
  const [typed, setTyped] = useTypedValue(search, (value) => change({ search: value }), searchPause)
  const [isPaused, setPaused] = useState(false)
  const key = JSON.stringify([since, until, search, severity])
  const filter = () => ({
    since: timeOf(since, Date.now()),
    until: timeOf(until, Date.now()),
    filter: search || undefined,
    severity: severity || undefined,
  })
  const counts = useQuery(logCountsQuery({ kind: 'addon', address, key, filter }))
  const lines = useFollowedLines<AddonLogLine>({
    key: JSON.stringify([address, key]),
    filter: filter(),
    textOf: ({ message }) => plainText(message),
    follow: (wanted, options) =>
      logs(connection).followAddon(address.ownerId, address.id, wanted, options),
  })
  const { buffer, status } = lines
  useBufferVersion(buffer)
  const pattern = useMemo(() => searchPattern(search), [search])
  useEffect(() => buffer.setView({ isShown: () => true, pattern }), [buffer, pattern])
  const isFiltered = Object.values(chosen).some((value) => value !== '')
  return (
    <Panel title={texts.title} isFlush actions={<DownloadFound query={counts} />}>
      <div className="addon-log-filters">
        <SearchField label={logTexts.search} value={typed} onChange={setTyped} />
        <TimeFilter since={since} until={until} onChange={change} />
        <Select
          label={logTexts.severity}
          isLabelHidden
          value={severity}
          choices={severities}
          onChange={(value) => change({ severity: value })}
        />
      </div>
      <LogHistogram
        query={counts}
        groups={severityGroups}
        countText={logTexts.histogram.found}
        isNarrow={since !== '' || until !== ''}
        onRange={(range) => change(range, { isStep: true })}
      />
      {status === 'failed' && <ErrorPanel error={lines.error} onRetry={lines.retry} />}
      {buffer.shown.length === 0 ? (
        <div className="addon-log-nothing">
          {status === 'loading' && <SkeletonLines count={10} height="0.875rem" />}
          {status !== 'loading' && status !== 'failed' && <Nothing isFiltered={isFiltered} />}
        </div>
      ) : (
        <FollowedList
          label={texts.title}
          buffer={buffer}
          lineHeight={22}
          height="max(18rem, calc(100dvh - 31rem))"
          isPaused={isPaused}
          onPauseChange={setPaused}
          onReachStart={lines.loadOlder}
          render={({ line, text }) => (
            <LogLine line={line} text={text} pattern={pattern} isWrapped />
          )}
        />
      )}
    </Panel>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={logTexts.noneFound}>{logTexts.noneFoundHelp}</EmptyState>
  ) : (
    <EmptyState icon={ScrollText} title={texts.none}>
      {texts.noneHelp}
    </EmptyState>
  )
}
