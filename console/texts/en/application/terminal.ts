/** Texts of terminals, whatever runs in them. */
export const terminalTexts = {
  openAgain: 'New session',
  elsewhere: 'A session is open in another window of this browser.',
  takeOver: 'Continue it here',
  end: 'End the session',
  keys: 'Ctrl+Shift+Enter leaves the terminal, Ctrl+Shift+C copies, Ctrl+Shift+V pastes. The session goes on while you look at other pages, and for a minute without this window.',
  states: {
    opening: 'Opening',
    open: 'Connected',
    lost: 'The connection was lost: reconnecting',
    over: 'Ended',
    taken: 'Elsewhere',
  },
  exited: (code: number) => `The session has ended with exit code ${code}.`,
  signal: 'Send a signal',
  signals: {
    INT: 'Interrupt, as Ctrl+C does',
    TERM: 'Ask it to end',
    HUP: 'Hang up',
    QUIT: 'Quit',
    USR1: 'User-defined 1',
    USR2: 'User-defined 2',
    KILL: 'Kill at once',
  },
}
