import { ScrollText } from 'lucide-react'
import type { LogLine } from '#client/resources/applications/logs.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Switch } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import type { FollowedLines } from '#console/components/log/use-followed-lines.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import { locale } from '#console/texts/en/locale.ts'
import { defaultLogAddress, isFiltered, type LogAddress } from './log-filter.ts'
import './log-status.css'

interface LogStatusProps {
  lines: FollowedLines<LogLine>
  chosen: LogAddress
  onChange(changes: Partial<LogAddress>): void
  isPaused: boolean
  /** Which of the lines found was gone to, from 1. */
  position: number | undefined
}

/** What is loaded and found, and whether more comes; and what stands there without a line. */
export function LogStatus(props: LogStatusProps) {
  const { lines, chosen, onChange, isPaused, position } = props
  const { buffer, status, error, retry, loadOlder, isLoadingOlder } = lines
  const isLinked = chosen.line !== ''
  const isLive = status === 'live' && !isLinked
  return (
    <>
      <div className="log-status">
        <span className={`log-state log-state-${isLive && !isPaused ? 'live' : 'still'}`}>
          {stateText(status, isLinked, isPaused)}
        </span>
        <span className="muted">{texts.loaded(whole.format(buffer.all.length))}</span>
        {loadOlder && (
          <Button size="small" kind="quiet" isPending={isLoadingOlder} onClick={loadOlder}>
            {texts.older}
          </Button>
        )}
        {isLinked && (
          <Button size="small" kind="quiet" onClick={() => onChange({ line: '', at: '' })}>
            {texts.toNewest}
          </Button>
        )}
        {chosen.search !== '' && (
          <span className="log-found">
            <output>
              {position === undefined
                ? texts.matches(buffer.found.length)
                : texts.position(position, buffer.found.length)}
            </output>
            <Switch
              isOn={chosen.context !== ''}
              onChange={(isOn) => onChange({ context: isOn ? '1' : '' })}
            >
              {texts.context}
            </Switch>
          </span>
        )}
      </div>
      {status === 'failed' && <ErrorPanel error={error} onRetry={retry} />}
      {buffer.shown.length === 0 && status !== 'failed' && (
        <Nothing
          isLoading={status === 'loading'}
          isFiltered={isFiltered(chosen)}
          onClear={() => onChange({ ...defaultLogAddress, wrap: chosen.wrap, times: chosen.times })}
        />
      )}
    </>
  )
}

function stateText(status: FollowedLines<LogLine>['status'], isLinked: boolean, isPaused: boolean) {
  const { states } = texts
  if (status === 'loading' || status === 'failed') return states[status]
  if (isLinked) return states.linked
  if (status === 'ended') return states.ended
  return isPaused ? states.paused : states.live
}

const whole = new Intl.NumberFormat(locale)

interface NothingProps {
  isLoading: boolean
  isFiltered: boolean
  onClear(): void
}

function Nothing({ isLoading, isFiltered: isNarrow, onClear }: NothingProps) {
  return (
    <div className="log-nothing">
      {isLoading && <SkeletonLines count={12} height="0.875rem" />}
      {!isLoading && isNarrow && (
        <EmptyState
          title={texts.noneFound}
          action={<Button onClick={onClear}>{texts.clear}</Button>}
        >
          {texts.noneFoundHelp}
        </EmptyState>
      )}
      {!isLoading && !isNarrow && (
        <EmptyState icon={ScrollText} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      )}
    </div>
  )
}
