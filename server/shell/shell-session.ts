import type { ServerChannel, Session } from 'ssh2'
import { createCallRate } from '#kit/concurrency/call-rate.ts'
import {
  type InstanceSession,
  type SessionSignal,
  sessionSignals,
  type TerminalSize,
} from '#platform/model/hosting/instances/instance-session.ts'
import type { ChannelRequest } from './shell-channel.ts'
import { isPermittedVariable, parseTarget, terminalType } from './shell-target.ts'

export type Serve = (request: Omit<ChannelRequest, 'caller' | 'socket' | 'onRevoked'>) => void

/** More than there are categories of locales. */
const maxVariables = 32
/** The kernel gives a program no longer argument. */
const maxCommandBytes = 100_000
/** A window that is dragged sends many sizes, of which the last one counts. */
const resizeEvery = 50
/** Each is work for the engine, which need not have done the last one. */
const signalRate = { perMinute: 600, burst: 60, maxKeys: 1 }

const noTarget =
  'Name an application or an instance by its id: ssh -t ssh@HOST ID, or ssh ID@HOST. `berth ssh` does it for you.'
const noTransferTarget =
  'To transfer files use the id of an application or instance as user name: sftp ID@HOST.'
const fileServer = '/usr/lib/openssh/sftp-server'
const transferLine = `if [ -x ${fileServer} ]; then exec ${fileServer}; fi
echo "This server cannot transfer files: its package openssh-sftp-server is not installed." >&2
exit 127`

/** Collects what a client asks for before its command; what has no listener here is refused by the library. */
export function listenToSession(sshSession: Session, user: string, serve: Serve): void {
  const environment: Record<string, string> = {}
  let terminal: (TerminalSize & { term: string }) | undefined
  let running: InstanceSession | undefined
  let resizing: NodeJS.Timeout | undefined
  const signals = createCallRate(signalRate)
  const resizeSoon = () => {
    if (resizing) return
    resizing = setTimeout(() => {
      resizing = undefined
      if (terminal) running?.resize(terminal)
    }, resizeEvery)
  }

  sshSession.on('env', (accept, reject, { key, val }) => {
    const hasRoom = key in environment || Object.keys(environment).length < maxVariables
    if (!hasRoom || !isPermittedVariable(key, val)) return reject?.()
    environment[key] = val
    accept?.()
  })
  sshSession.on('pty', (accept, _, { cols, rows, term }) => {
    terminal = { columns: cols, rows, term: terminalType(term) }
    environment.TERM = terminal.term
    accept?.()
  })
  sshSession.on('window-change', (accept, _, { cols, rows }) => {
    if (terminal) terminal = { ...terminal, columns: cols, rows }
    resizeSoon()
    accept?.()
  })
  sshSession.on('signal', (accept, reject, { name }) => {
    const signal = sessionSignals.find((known) => known === name.replace(/^SIG/, ''))
    if (!signal || !running || signals.take('') > 0) return reject?.()
    running.sendSignal(signal satisfies SessionSignal)
    accept?.()
  })

  const run = (channel: ServerChannel | undefined, text: string) => {
    // The library has none for a second command in the same session, and answers nothing.
    if (!channel) return
    const found = parseTarget(user, text)
    if (!found || Buffer.byteLength(text) > maxCommandBytes) {
      refuse(channel, `${found ? 'The command is too long.' : noTarget}${terminal ? '\r\n' : '\n'}`)
      return
    }
    serve({
      channel,
      target: found.target,
      title: found.line ?? 'shell',
      environment,
      ...(found.line === undefined ? {} : { command: found.line }),
      ...(terminal ? { terminal } : {}),
      onSession(session) {
        running = session
        if (terminal) session.resize(terminal)
      },
    })
  }
  sshSession.on('exec', (accept, _, { command }) => run(accept(), command))
  sshSession.on('shell', (accept) => run(accept(), ''))
  sshSession.on('subsystem', (accept, reject, { name }) => {
    if (name !== 'sftp') return reject()
    const channel: ServerChannel | undefined = accept()
    if (!channel) return
    const found = parseTarget(user, '')
    if (!found) return refuse(channel, `${noTransferTarget}\n`)
    const { target } = found
    const command = transferLine
    serve({ channel, target, title: 'sftp', command, isSilent: true, isTransfer: true })
  })
}

function refuse(channel: ServerChannel, line: string): void {
  for (const stream of [channel, channel.stderr]) stream.on('error', () => {})
  channel.stderr.write(line)
  channel.exit(1)
  channel.end()
  channel.resume()
}
