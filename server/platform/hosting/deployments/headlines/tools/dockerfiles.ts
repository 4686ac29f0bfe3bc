import {
  type HeadlineFinder,
  matchAfter,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

/** Buildah, which builds here, and BuildKit, whose words people know. */
export const dockerfiles: HeadlineFinder = {
  tool: 'Dockerfile',
  rank: 'tool',
  advice: ['docker build . on your machine, in a fresh clone, shows the same.'],
  find(lines, at) {
    const line = lines[at] ?? ''
    const [, step, why] = /^Error: building at STEP "((?:[^"\\]|\\.)*)": (\S.*)$/.exec(line) ?? []
    if (step !== undefined && why !== undefined) {
      const isMissing = /no such file or directory|no items matching glob/.test(why)
      return {
        at,
        sentence: `${step}: ${why.replace(/^while running runtime: /, '')}`,
        file: 'Dockerfile',
        advice: isMissing
          ? [
              'What is copied has to be in the repository, and not in .dockerignore: what only your machine has is not there.',
            ]
          : undefined,
      }
    }
    const [, sentence] =
      /^(?:ERROR: failed to (?:solve|build): |Error: )((?:failed to solve|creating build container|initializing source|determining starting point for build|parsing main Dockerfile|dockerfile parse error)\S? ?.*)$/.exec(
        line,
      ) ?? []
    if (sentence !== undefined) return { at, sentence, file: 'Dockerfile' }
    const [, solved] = /^ERROR: failed to (?:solve|build): (\S.*)$/.exec(line) ?? []
    if (solved === undefined) return undefined
    const place = matchAfter(lines, at - 12, 12, /^Dockerfile:(\d+)$/)
    return { at, sentence: solved, file: 'Dockerfile', line: place && Number(place[1]) }
  },
}
