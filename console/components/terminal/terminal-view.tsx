import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { terminalTexts as texts } from '#console/texts/en/application/terminal.ts'
import { keysHint, type TerminalSession, type TerminalState } from './terminal-session.ts'
import { TouchKeys } from './touch-keys.tsx'
import './terminal.css'

interface TerminalViewProps {
  title: string
  session: TerminalSession
  /** Goes on with this session, which another window has taken over. */
  onTakeOver(session: string): void
  /** Begins another session after this one, where there can be one. */
  onAgain?: (() => void) | undefined
  /** Ends it, where that is not the same as leaving it. */
  endButton?: ReactNode
  /** What else is to be said of how it has ended. */
  outcome?: ReactNode
}

/** The screen of a session, what its connection does, and how it has ended. */
export function TerminalView(props: TerminalViewProps) {
  const { title, session, onTakeOver, onAgain, endButton, outcome } = props
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const heading = useId()
  const state = useSyncExternalStore(session.subscribe, session.getState)
  const note = useSyncExternalStore(session.subscribe, session.getNote)

  useEffect(() => {
    session.onLeave = () => (button.current ?? document.getElementById(heading))?.focus()
    if (place.current) session.showIn(place.current)
    return () => session.host.remove()
  }, [session, heading])

  return (
    <Panel
      title={title}
      isFlush
      actions={
        session.isOver ? (
          <>
            {isTaken(state) && (
              <Button ref={button} size="small" onClick={() => onTakeOver(session.id)}>
                {texts.takeOver}
              </Button>
            )}
            {onAgain && (
              <Button ref={button} kind="primary" size="small" onClick={onAgain}>
                {texts.openAgain}
              </Button>
            )}
          </>
        ) : (
          <>
            <SignalMenu session={session} />
            {endButton ?? (
              <Button ref={button} size="small" onClick={() => session.end()}>
                {texts.end}
              </Button>
            )}
          </>
        )
      }
    >
      <div
        id={heading}
        tabIndex={-1}
        className="terminal-status"
        role="status"
        data-state={state.kind}
      >
        <span className="terminal-state">
          {isTaken(state) ? texts.states.taken : stateName(state)}
        </span>
        <Outcome state={state} note={note} />
        {session.isOver && outcome}
      </div>
      <div ref={place} className="terminal-place" />
      {!session.isOver && <TouchKeys session={session} />}
      <p id={keysHint} className="terminal-keys muted small">
        {texts.keys}
      </p>
    </Panel>
  )
}

/** Signals for what runs in the foreground, also where no key sends them. */
function SignalMenu({ session }: { session: TerminalSession }) {
  const entries = Object.entries(texts.signals).map(([name, label]) => ({
    id: name,
    label,
    detail: `SIG${name}`,
    isDangerous: name === 'KILL',
    onSelect: () => session.signal(name),
  }))
  return (
    <MenuButton label={texts.signal} size="small" kind="quiet" groups={[{ id: 'all', entries }]} />
  )
}

const isTaken = (state: TerminalState) =>
  state.kind === 'ended' && 'isTaken' in state.end && state.end.isTaken === true

const stateName = ({ kind }: TerminalState) =>
  kind === 'ended' || kind === 'failed' ? texts.states.over : texts.states[kind]

/** Why it has ended, or soon will. */
function Outcome({ state, note }: { state: TerminalState; note: string }) {
  if (state.kind === 'failed') return <ErrorLine error={state.error} />
  if (state.kind !== 'ended') return note && <span>{note}</span>
  if ('error' in state.end) return <span>{state.end.error}</span>
  return <span>{[note, texts.exited(state.end.code)].filter(Boolean).join(' ')}</span>
}
