import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { terminalTexts as texts } from '#console/texts/en/application/terminal.ts'
import type { ShellSession, ShellState } from './shell-session.ts'

interface ShellViewProps {
  session: ShellSession
  /** Begins another session after this one. */
  onAgain(): void
}

/** The screen of a shell, what its connection does, and how it has ended. */
export function ShellView({ session, onAgain }: ShellViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const state = useSyncExternalStore(session.subscribe, session.getState)
  const note = useSyncExternalStore(session.subscribe, session.getNote)

  useEffect(() => {
    session.onLeave = () => button.current?.focus()
    if (place.current) session.showIn(place.current)
    return () => session.host.remove()
  }, [session])

  return (
    <Panel
      title={texts.title}
      isFlush
      actions={
        session.isOver ? (
          <Button ref={button} kind="primary" size="small" onClick={onAgain}>
            {texts.openAgain}
          </Button>
        ) : (
          <Button ref={button} size="small" onClick={() => session.end()}>
            {texts.end}
          </Button>
        )
      }
    >
      <div className="shell-status" role="status" data-state={state.kind}>
        <span className="shell-state">{stateName(state)}</span>
        <Outcome state={state} note={note} />
      </div>
      <div ref={place} className="shell-place" />
      <p className="shell-keys muted small">{texts.keys}</p>
    </Panel>
  )
}

const stateName = ({ kind }: ShellState) =>
  kind === 'ended' || kind === 'failed' ? texts.states.over : texts.states[kind]

/** Why it has ended, or soon will. */
function Outcome({ state, note }: { state: ShellState; note: string }) {
  if (state.kind === 'failed') return <ErrorLine error={state.error} />
  if (state.kind !== 'ended') return note && <span>{note}</span>
  if ('error' in state.end) return <span>{state.end.error}</span>
  return <span>{[note, texts.exited(state.end.code)].filter(Boolean).join(' ')}</span>
}
