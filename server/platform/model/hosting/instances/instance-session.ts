import type { Readable, Writable } from 'node:stream'

/** Size of a terminal, in characters; 0 for one that the client does not know. */
export interface TerminalSize {
  columns: number
  rows: number
}

/** Signals that a client may send to the command of a session. */
export const sessionSignals = [
  'ABRT',
  'ALRM',
  'FPE',
  'HUP',
  'ILL',
  'INT',
  'KILL',
  'PIPE',
  'QUIT',
  'SEGV',
  'TERM',
  'USR1',
  'USR2',
] as const
export type SessionSignal = (typeof sessionSignals)[number]

/** A command to be run inside a running instance, with its streams. */
export interface SessionRequest {
  /** A program with its arguments, or a line for the shell; a login shell when absent. */
  command?: readonly [string, ...string[]] | string
  /** Gives the command a terminal, which merges its two outputs; pipes when absent. */
  terminal?: TerminalSize & { term: string }
  /** Added to the variables of the instance, and wins over them. */
  environment?: Readonly<Record<string, string>>
  /** When aborted, the session gets SIGHUP, then SIGKILL. */
  signal: AbortSignal
}

/**
 * A command that runs inside an instance beside its own, with its user, files, variables, network and limits, among its
 * processes. It ends with the instance; what it started ends with it.
 */
export interface InstanceSession {
  /** Its end is the end of the command's input. */
  readonly stdin: Writable
  /** Nothing is read from the command before it is read here. */
  readonly stdout: Readable
  /** Empty with a terminal. */
  readonly stderr: Readable
  /** Exit code, or 128 + n after signal n, once both outputs have ended. Never rejects. */
  readonly ended: Promise<number>
  /** Changes the size of the terminal. */
  resize(size: TerminalSize): void
  /** Sends a signal to the command, or to the foreground job of its terminal. */
  sendSignal(name: SessionSignal): void
}

const maxCharacters = 10_000

/** The size that a terminal gets: a client may send any number. */
export function cleanSize({ columns, rows }: TerminalSize): TerminalSize {
  const clean = (value: number, usual: number) =>
    Number.isInteger(value) && value > 0 && value <= maxCharacters ? value : usual
  return { columns: clean(columns, 80), rows: clean(rows, 24) }
}
