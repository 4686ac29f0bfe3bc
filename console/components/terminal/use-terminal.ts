import { useEffect, useState } from 'react'
import { keptSessions } from './kept-sessions.ts'
import { askWindows } from './other-windows.ts'
import {
  beginSession,
  sessionOf,
  type TerminalOptions,
  type TerminalSession,
} from './terminal-session.ts'

export interface PageTerminal {
  /** What this window shows, also after it was reloaded. */
  session: TerminalSession | undefined
  /** Id of the session that another window shows instead. */
  elsewhere: string | undefined
  begin(options?: Pick<TerminalOptions, 'request'>): void
  /** Goes on here with the session of another window. */
  takeOver(session: string): void
}

/** The terminal of a page; `options` say what begins where nothing else is asked for. */
export function useTerminal(options: TerminalOptions): PageTerminal {
  const { thing } = options
  const [session, setSession] = useState(() => sessionOf(thing) ?? resumed(options))
  const [elsewhere, setElsewhere] = useState<string>()
  useEffect(() => (session ? undefined : askWindows(thing, setElsewhere)), [session, thing])
  return {
    session,
    elsewhere,
    begin: (others) => setSession(beginSession({ ...options, ...others })),
    takeOver: (id) => setSession(beginSession({ ...options, session: id })),
  }
}

function resumed(options: TerminalOptions): TerminalSession | undefined {
  const session = keptSessions.get(options.thing)
  return session === undefined ? undefined : beginSession({ ...options, session })
}
