import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AddonLogLine } from '#client/resources/applications/logs.ts'
import { Button } from '#console/components/controls/button.tsx'
import { SearchField } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { VirtualList } from '#console/components/display/virtual-list.tsx'
import { clockTime, exactTime } from '#console/format/times.ts'
import { useReturn } from '#console/live/use-return.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { matchingLines } from './log-lines.ts'
import { useAddonAddress } from './use-addon.ts'
import { useAddonLog } from './use-addon-log.ts'

const texts = addonTexts.logs

/** What the provider logs about the add-on, newest at the bottom. */
export function Page() {
  const [filter, setFilter] = useAddressState('search')
  const [attempt, setAttempt] = useState(0)
  const [isFollowing, setFollowing] = useState(true)
  const { lines, error } = useAddonLog(useAddonAddress(), attempt)
  useReturn(error !== undefined, () => setAttempt(attempt + 1))
  const shown = matchingLines(lines, filter)
  return (
    <Panel
      title={texts.title}
      isFlush
      actions={
        <div className="addon-log-filter">
          <SearchField label={texts.filter} value={filter} onChange={setFilter} />
        </div>
      }
    >
      {error !== undefined && (
        <div className="panel-body">
          <ErrorLine error={error} />
          <Button size="small" onClick={() => setAttempt(attempt + 1)}>
            {texts.retry}
          </Button>
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState icon={ScrollText} title={lines.length === 0 ? texts.none : texts.nothing}>
          {lines.length === 0 && texts.noneHelp}
        </EmptyState>
      ) : (
        <VirtualList
          label={texts.title}
          items={shown}
          itemKey={({ id }) => id}
          lineHeight={20}
          height="32rem"
          isFollowing={isFollowing}
          onFollowChange={setFollowing}
          render={(line) => <Line line={line} />}
        />
      )}
    </Panel>
  )
}

function Line({ line: { date, message } }: { line: AddonLogLine }) {
  const moment = Date.parse(date)
  return (
    <div className="addon-log-line">
      <time dateTime={date} title={exactTime(moment)}>
        {clockTime(moment)}
      </time>
      <span>{message}</span>
    </div>
  )
}
