import { DeclinedError } from '#providers/kit/declined.ts'
import { readHead, runDump, writeDump } from '#providers/kit/transfers/run-dump.ts'
import type { ImportRequest, TransferWork } from '#providers/kit/transfers/transfers.ts'
import { type ClientContext, commandFor, explain } from './clients.ts'

const maxTold = 5

/**
 * The client must not run programs or open files for a dump, although its sandbox has neither; `delimiter` is the only
 * client command left.
 */
const obeyingNoFile = ['--binary-mode', '--loose-sandbox', '--local-infile=0']

const dumping = [
  ...['--single-transaction', '--skip-lock-tables', '--routines', '--triggers', '--hex-blob'],
  ...['--default-character-set=utf8mb4', '--no-tablespaces'],
]

/** Dumps of `mysqldump` and `mariadb-dump`, also packed by gzip. */
export const mariadbDumps = (
  context: ClientContext,
): Pick<TransferWork, 'formats' | 'importDump' | 'exportDump'> => ({
  formats: { plain: '.sql' },
  async importDump(resource, request) {
    const { isCompressed, bytes } = await readHead(request.path)
    if (bytes.includes(0)) throw new DeclinedError('The file is not a dump in plain text.')
    const going = request.goOn ? ['--force'] : []
    const args = ['--batch', '--default-character-set=utf8mb4', ...obeyingNoFile, ...going]
    const command = await commandFor(context, resource, 'mariadb', args)
    const outcome = await runDump(context.programs, resource, command, { ...request, isCompressed })
    return outcomeOf(outcome, request)
  },
  async exportDump(resource, request) {
    const command = await commandFor(context, resource, 'mariadb-dump', dumping)
    const { end, said } = await writeDump(context.programs, resource, command, request)
    if (end !== '0')
      throw new DeclinedError(said.slice(0, 1_000).trim() || 'The dump could not be written.')
  },
})

/** What there is now, in words: the statements of a dump are committed one by one. */
function outcomeOf({ end, said }: { end: string; said: string }, { goOn }: ImportRequest): string {
  const found = said.matchAll(/^ERROR \d+ \([^)]*\)(?: at line (\d+))?[^:\n]*: (.+)$/gm)
  const errors = [...found].map(([, line, what = '']) =>
    line ? `line ${line}: ${what.slice(0, 400)}` : what.slice(0, 400),
  )
  if (end === '0' && errors.length === 0) return 'All of the dump was imported.'
  const told = errors.slice(0, maxTold).join('\n')
  if (goOn && errors.length > 0 && !/\b(?:2006|2013)\b/.test(said))
    return `Everything was imported but ${errors.length} failed:\n${told}`
  const why =
    told || explain(said) || (end === 'SIGKILL' ? 'It took too long.' : `It ended with ${end}.`)
  throw new DeclinedError(`${why}\nWhat came before is in the database.`)
}
