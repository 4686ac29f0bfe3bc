import { codeChecks, lawChecks, runChecks } from './checks.ts'
import { checkSubjects } from './commit-subjects.ts'
import { countPhrases, describePhrases } from './laws/prose/translated-phrases.ts'
import { isTypeScript, sourceTree } from './laws/source-tree.ts'
import { describeWalls, measureWalls } from './laws/wall-law.ts'

const { failed } = await runChecks([...codeChecks, ...lawChecks])
const subjects = await checkSubjects()
for (const breach of subjects.breaches) console.error(`✖ commit ${breach}`)
if (subjects.breaches.length > 0) failed.push('commit subjects')
console.log(subjects.summary)
const files = sourceTree()
console.log(describeWalls(measureWalls(files.filter(isTypeScript))))
console.log(describePhrases(countPhrases(files)))
console.log(failed.length === 0 ? 'all checks pass' : `not in order: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
