const prefix = 'berth.terminal.'

/** The session of each thing in this window, which the window still knows after it was reloaded. */
export const keptSessions = {
  get: (thing: string): string | undefined => sessionStorage.getItem(prefix + thing) ?? undefined,
  keep: (thing: string, session: string): void => sessionStorage.setItem(prefix + thing, session),
  /** Forgets this one; the window may have another by now. */
  forget(thing: string, session: string): void {
    if (keptSessions.get(thing) === session) sessionStorage.removeItem(prefix + thing)
  },
}
