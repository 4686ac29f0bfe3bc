import { Download, Pause, Play } from 'lucide-react'
import { Button } from '#console/components/controls/button.tsx'
import { Switch } from '#console/components/controls/choices.tsx'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import type { LogAddress } from './log-filter.ts'

interface LogActionsProps {
  chosen: LogAddress
  onChange(changes: Partial<LogAddress>): void
  isPaused: boolean
  /** Absent if nothing comes. */
  onPause: ((isPaused: boolean) => void) | undefined
  canDownload: boolean
  onDownload(): void
}

/** How lines are shown, and what can be done with them. */
export function LogActions(props: LogActionsProps) {
  const { chosen, onChange, isPaused, onPause, canDownload, onDownload } = props
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
      <Button size="small" icon={Download} disabled={!canDownload} onClick={onDownload}>
        {texts.download}
      </Button>
    </>
  )
}
