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

const noDatabase: KnownProblem = {
  signs: (line) => /\bdial tcp \S{1,100}: connect: connection refused/.test(line),
  advice: [
    'A server does not accept the connection. For a database link the add-on and connect where its variables say (POSTGRESQL_ADDON_URI, MYSQL_ADDON_HOST, REDIS_URL, …): 127.0.0.1 and localhost are the instance itself.',
  ],
}

const noTls: KnownProblem = {
  signs: ['pq: SSL is not enabled on the server', 'server refused TLS connection'],
  advice: [
    'The program asks the database for TLS, which its server does not have: end the address with ?sslmode=prefer for pgx, and with ?sslmode=disable for lib/pq.',
  ],
  isPermanent: true,
}

const noTable: KnownProblem = {
  signs: (line) =>
    /\b(pq|ERROR): relation "[^"]{1,100}" does not exist/.test(line) ||
    /\bError 1146 \(42S02\): Table '/.test(line),
  advice: [
    'The database lacks tables of the application: run the migrations before each start with CC_PRE_RUN_HOOK, such as CC_PRE_RUN_HOOK="migrate -path migrations -database $POSTGRESQL_ADDON_URI up", or in the program itself.',
  ],
}

const noFile: KnownProblem = {
  signs: (line) =>
    /^panic: (open|template: pattern matches no files|html\/template: pattern matches no files)/.test(
      line,
    ),
  advice: [
    'The program opens a file that is not there. It runs in the folder of the application ($APP_HOME), so the path begins there: commit the file, or put it into the program by go:embed.',
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
  noDatabase,
  noTls,
  noTable,
  noFile,
  wrongProcessor,
]
