import type { UseQueryResult } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import type { LogCounts } from '#client/resources/applications/logs.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Switch } from '#console/components/controls/choices.tsx'
import { DownloadFound } from '#console/components/log/search/download-found.tsx'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import type { LogAddress } from './log-filter.ts'

interface LogActionsProps {
  chosen: LogAddress
  onChange(changes: Partial<LogAddress>): void
  isPaused: boolean
  /** Absent if nothing comes. */
  onPause: ((isPaused: boolean) => void) | undefined
  counts: UseQueryResult<LogCounts>
}

/** How lines are shown, and what can be done with them. */
export function LogActions(props: LogActionsProps) {
  const { chosen, onChange, isPaused, onPause, counts } = props
  return (
    <>
      <Switch
        isOn={chosen.wrap === 'on'}
        onChange={(isOn) => onChange({ wrap: isOn ? 'on' : 'off' })}
      >
        {texts.wrap}
      </Switch>
      <Switch
        isOn={chosen.times === 'on'}
        onChange={(isOn) => onChange({ times: isOn ? 'on' : 'off' })}
      >
        {texts.times}
      </Switch>
      {onPause && (
        <Button size="small" icon={isPaused ? Play : Pause} onClick={() => onPause(!isPaused)}>
          {isPaused ? texts.resume : texts.pause}
        </Button>
      )}
      <DownloadFound query={counts} />
    </>
  )
}
