import type { KnownProblem } from './known-problem.ts'

const notExecutable: KnownProblem = {
  signs: (line) =>
    /^(sh|bash|dash): (line )?\d{1,5}: \.{0,2}\/\S{1,200}: Permission denied$/.test(line),
  advice: [
    'The start command may not be executed, because its mode is not committed: `git update-index --chmod=+x <file>` and commit, or start it by its interpreter (sh <file>).',
  ],
  isPermanent: true,
}

const foreignLines: KnownProblem = {
  signs: ['^M: bad interpreter: ', ': cannot execute: required file not found'],
  advice: [
    'The script that starts the application names an interpreter that is not there; most often its lines end as on Windows. Commit it with LF: `* text=auto eol=lf` in .gitattributes, then `git add --renormalize .`.',
  ],
  isPermanent: true,
}

const lowPort: KnownProblem = {
  signs: (line) => /\b(bind|listen)\b.{0,100}: Permission denied$/i.test(line),
  advice: [
    'The program may not open that port or socket: listen on 0.0.0.0:8080, which PORT says; visitors still come to 80 and 443.',
  ],
  isPermanent: true,
}

const takenPort: KnownProblem = {
  signs: (line) => /\b(bind|listen)\b.{0,100}: Address already in use$/i.test(line),
  advice: [
    'Two programs of the instance listen on the same port: give a worker (CC_WORKER_COMMAND) another one than PORT, and start the application only once.',
  ],
}

/** Problems of programs in any language. */
export const linuxProblems: readonly KnownProblem[] = [
  notExecutable,
  foreignLines,
  lowPort,
  takenPort,
]
