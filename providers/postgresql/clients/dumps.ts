import { DeclinedError } from '#providers/kit/declined.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { readHead, runDump, writeDump } from '#providers/kit/transfers/run-dump.ts'
import type {
  ExportRequest,
  ImportRequest,
  TransferWork,
} from '#providers/kit/transfers/transfers.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import { type ClientContext, type ClientProgram, commandFor, explain } from './clients.ts'

const maxTold = 5
const maxErrorLength = 400
const tarMagic = 257

/** Dumps of `pg_dump`: as plain text, or in its custom format; both may be packed by gzip. */
export const postgresqlDumps = (
  context: ClientContext,
): Pick<TransferWork, 'formats' | 'importDump' | 'exportDump'> => ({
  formats: { custom: '.dump', plain: '.sql' },

  async importDump(resource, request) {
    const { isCompressed, bytes } = await readHead(request.path)
    const program = programFor(bytes)
    const args = program === 'psql' ? psqlArguments(request) : restoreArguments(resource, request)
    const command = await commandFor(context, resource, program, args)
    const outcome = await runDump(context.programs, resource, command, { ...request, isCompressed })
    return outcomeOf(outcome, request)
  },

  async exportDump(resource: Resource, request: ExportRequest) {
    const args = [`--format=${request.format}`, '--no-owner', '--no-privileges']
    const waiting = [...args, '--lock-wait-timeout=20s']
    const command = await commandFor(context, resource, 'pg_dump', waiting)
    const { end, said } = await writeDump(context.programs, resource, command, request)
    if (end !== '0') throw new DeclinedError(explain(said) || 'The dump could not be written.')
  },
})

function programFor(head: Buffer): ClientProgram {
  if (head.subarray(0, 5).toString('latin1') === 'PGDMP') return 'pg_restore'
  if (head.subarray(tarMagic, tarMagic + 5).toString('latin1') === 'ustar')
    throw new DeclinedError(
      'The tar format cannot be imported: use `pg_dump --format=custom`, or plain text.',
    )
  if (head.includes(0))
    throw new DeclinedError('The file is neither plain text nor in the custom format of pg_dump.')
  return 'psql'
}

/** As one transaction, unless errors are passed over. */
const psqlArguments = ({ goOn }: ImportRequest) => [
  ...['--no-psqlrc', '--quiet', '--file=-', '--set=SHOW_CONTEXT=never'],
  ...(goOn ? [] : ['--single-transaction', '--set=ON_ERROR_STOP=1']),
]

const restoreArguments = ({ id }: Resource, { goOn }: ImportRequest) => [
  ...['--no-owner', '--no-privileges', `--dbname=${namesOf(id).name}`],
  ...(goOn ? [] : ['--single-transaction', '--exit-on-error']),
]

/** What there is now, in words; rejects when nothing was imported. */
function outcomeOf({ end, said }: { end: string; said: string }, { goOn }: ImportRequest): string {
  const errors = errorsIn(said)
  const told = errors.slice(0, maxTold).join('\n')
  const isEnded =
    /terminating connection|server closed the connection|not permitted to log in/.test(said)
  if (end === '0' && errors.length === 0) return 'All of the dump was imported.'
  const isReported = end === '0' || (end === '1' && /errors ignored on restore/.test(said))
  if (goOn && isReported && !isEnded)
    return `Everything was imported but ${errors.length} failed:\n${told}`
  const full = isEnded ? ' The database may have become larger than its plan.' : ''
  const left = goOn
    ? 'What came before is in the database.'
    : 'Nothing was changed, unless the dump itself has COMMIT.'
  const why =
    told || explain(said) || (end === 'SIGKILL' ? 'It took too long.' : `It ended with ${end}.`)
  throw new DeclinedError(`${why}\n${left}${full}`)
}

/** `line 12: relation "x" already exists`; a dump in the custom format has no lines, but statements. */
function errorsIn(said: string): string[] {
  const lines = said.matchAll(/^psql:<stdin>:(\d+): (?:ERROR|FATAL): +(.+)/gm)
  const restored = said.matchAll(/^pg_restore: error: (.+)(?:\nCommand was: (.+))?/gm)
  return [
    ...[...lines].map(([, line, what]) => `line ${line}: ${what}`),
    ...[...restored].map(([, what = '', command]) => {
      const problem = what.replace(/^could not execute query: (?:ERROR|FATAL): +/, '')
      return command ? `${problem} (at ${command.slice(0, 100)})` : problem
    }),
  ].map((error) => error.slice(0, maxErrorLength))
}
