import {
  type HeadlineFinder,
  matchAfter,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const advice = [
  'Install into a fresh virtual environment on your machine, with the same version of Python: what fails there fails here.',
]
const noVersion = [
  'There is no such version for this version of Python: look for a typing error in the requirements, or choose another version of the package or of Python (CC_PYTHON_VERSION).',
]
const conflict = [
  'Two requirements exclude each other: loosen one of the versions that the log names.',
]

const pip: HeadlineFinder = {
  tool: 'pip',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, sentence] = /^ERROR: (\S.*)$/.exec(lines[at] ?? '') ?? []
    if (sentence === undefined) return undefined
    if (sentence.startsWith('Could not find a version')) {
      const short = matchAfter(lines, at, 3, /^ERROR: (No matching distribution found for .+)$/)
      return { at: short?.at ?? at, sentence: short?.[1] ?? sentence, advice: noVersion }
    }
    if (sentence.startsWith('No matching distribution')) return { at, sentence, advice: noVersion }
    if (sentence.startsWith('Cannot install ')) return { at, sentence, advice: conflict }
    const isOfPip =
      /^(?:Could not open requirements file|Invalid requirement|Failed (?:building wheel|to build)|Failed to build installable|Package |Could not install packages|ResolutionImpossible)/.test(
        sentence,
      )
    return isOfPip ? { at, sentence } : undefined
  },
}

const uv: HeadlineFinder = {
  tool: 'uv',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, sentence] =
      /^(?:error: |\s*× )(No solution found .*|Failed to .*|The lockfile at .*|Unable to find lockfile.*|No `pyproject.toml` found.*)$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (sentence === undefined) return undefined
    if (sentence.startsWith('The lockfile at')) {
      return { at, sentence, advice: ['Run uv lock on your machine, and commit uv.lock.'] }
    }
    const cause = matchAfter(lines, at, 2, /^\s+(?:cause: |╰─▶ )(\S.*)$/)
    return {
      at: cause?.at ?? at,
      sentence: cause?.[1] ?? sentence,
      advice: sentence.startsWith('No solution') ? conflict : undefined,
    }
  },
}

const poetry: HeadlineFinder = {
  tool: 'Poetry',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, sentence] =
      /^(?:Error: )?(pyproject\.toml changed significantly since poetry\.lock was last generated.*|poetry\.lock is not up to date with pyproject\.toml.*)$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (sentence === undefined) return undefined
    return { at, sentence, advice: ['Run poetry lock on your machine, and commit poetry.lock.'] }
  },
}

export const pythonPackages: readonly HeadlineFinder[] = [pip, uv, poetry]
