import { otherProcessor } from './image-problems.ts'
import type { KnownProblem } from './known-problem.ts'

const wrongAddress: KnownProblem = {
  signs: ['bind: cannot assign requested address', 'listen tcp: address '],
  advice: [
    'The address to listen on is none: http.ListenAndServe(":"+os.Getenv("PORT"), …), with the colon, listens on all of them.',
  ],
  isPermanent: true,
}

const unexpectedNil: KnownProblem = {
  signs: ['panic: runtime error: invalid memory address or nil pointer dereference'],
  advice: [
    'Something is nil that is used: the first line below "goroutine" with a file of yours says where. Often a connection was not opened, as an error was not looked at: check that the add-on is linked, and the names of its variables (POSTGRESQL_ADDON_URI, …).',
  ],
}

const noLibrary: KnownProblem = {
  signs: ['error while loading shared libraries: ', 'version `GLIBC_'],
  advice: [
    'The program was linked against libraries that are not here: let the build make it here instead of committing it, or link it statically (CGO_ENABLED=0).',
  ],
  isPermanent: true,
}

const wrongProcessor: KnownProblem = {
  signs: ['cannot execute binary file: Exec format error', ': Exec format error'],
  unless: [otherProcessor],
  advice: [
    'The program is for another processor or system: remove GOOS and GOARCH from the variables and the Makefile, and do not commit programs.',
  ],
  isPermanent: true,
}

/** Problems of programs that were compiled, which say little themselves. */
export const goProblems: readonly KnownProblem[] = [
  wrongAddress,
  unexpectedNil,
  noLibrary,
  wrongProcessor,
]
