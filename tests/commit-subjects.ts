import { run } from '#kit/process/subprocess.ts'
import { subjectProblem } from './laws/prose/subject-law.ts'
import { root } from './laws/source-tree.ts'

/** The last commit from before the rule. */
const start = 'd019c1dbe53efa8d86cf990ca5570ba06a3e8c45'
/** How many commits are looked at where a shallow clone does not reach back to the start. */
const shallowCommits = 20

/** What was found, in one line, and the subjects that break the rule. */
export interface SubjectReport {
  summary: string
  breaches: string[]
}

/** Reads the subjects of the commits since the rule began; a folder without history has none to check. */
export async function checkSubjects(folder = root, from = start): Promise<SubjectReport> {
  const git = gitIn(folder)
  const top = await git('rev-parse', '--show-prefix', '--is-shallow-repository')
  if (top === undefined) return notChecked('no Git history here')
  const [prefix, shallow] = top.split('\n')
  if (prefix !== '') return notChecked('this folder is part of another repository')
  const known = await git('merge-base', '--is-ancestor', from, 'HEAD')
  if (known === undefined && shallow !== 'true') {
    return notChecked(`the history does not have ${from.slice(0, 8)}`)
  }
  const range = known === undefined ? [`-${shallowCommits}`, 'HEAD'] : [`${from}..HEAD`]
  const log = await git('log', '--no-merges', '--format=%h %s', ...range, '--')
  const commits = (log ?? '').split('\n').filter(Boolean)
  const breaches = commits.flatMap((line) => {
    const [hash = '', subject = ''] = line.split(/ (.*)/s)
    const problem = subjectProblem(subject)
    return problem === undefined ? [] : [`${hash} "${subject}" ${problem}`]
  })
  return { summary: `commit subjects: ${commits.length} checked`, breaches }
}

const notChecked = (reason: string) => ({
  summary: `commit subjects: not checked, ${reason}`,
  breaches: [],
})

/** Runs git in a folder; `undefined` if it fails or is not installed. */
const gitIn =
  (folder: string) =>
  async (...words: string[]): Promise<string | undefined> => {
    const env = process.env as Record<string, string>
    const ended = run(['git', ...words], { cwd: folder, env, timeout: 60_000 })
    const { code, stdout } = await ended.catch(() => ({ code: 127, stdout: '' }))
    return code === 0 ? stdout.trimEnd() : undefined
  }
