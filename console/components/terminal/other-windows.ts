/** Windows of one browser ask each other for the sessions that they show. */
type Message = { asks: string } | { shows: string; session: string }

const channel = new BroadcastChannel('berth.terminals')

/** Answers other windows: `find` says the id of the open session of a thing in this one, if there is one. */
export function answerWindows(find: (thing: string) => string | undefined): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('asks' in data)) return
    const session = find(data.asks)
    if (session) channel.postMessage({ shows: data.asks, session } satisfies Message)
  })
}

/** Calls back with the session of a thing that another window shows, until the returned function is called. */
export function askWindows(thing: string, onAnswer: (session: string) => void): () => void {
  const hear = ({ data }: MessageEvent<Message>) => {
    if ('shows' in data && data.shows === thing) onAnswer(data.session)
  }
  channel.addEventListener('message', hear)
  channel.postMessage({ asks: thing } satisfies Message)
  return () => channel.removeEventListener('message', hear)
}
