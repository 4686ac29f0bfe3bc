export const maxSubjectLength = 72

/** One or more words in lower case, then a colon: `api:`, `api, console:`, `network groups:`. */
const area = /^[a-z][a-z0-9.-]*(?:(?:, |\/| )[a-z0-9.-]+)*: (?=\S)/

/** First words that begin a description of the change instead of saying what it does. */
const notVerbs = new Set(
  (
    'a an the this that these those its it each every all no some one two more ' +
    'what who which how why when where whoever whatever ' +
    'made took was were wrote ran built kept gave got went told said found is are has'
  ).split(' '),
)

/** Verbs that look like another form. */
const imperatives = new Set(
  'embed need seed feed speed shed proceed exceed succeed bring ring ping string'.split(' '),
)

const otherForm = /(?:ed|ing|[^aisu]s)$/

/** What is wrong with the subject of a commit, if anything; a form is only judged where the word alone tells it. */
export function subjectProblem(subject: string): string | undefined {
  if (/^Revert "/.test(subject)) return undefined
  if (!area.test(subject)) return 'begins with no area, such as "api: "'
  if (subject.length > maxSubjectLength) {
    return `has ${subject.length} characters of ${maxSubjectLength}`
  }
  if (subject.endsWith('.')) return 'ends with a full stop'
  const [verb = ''] = subject.replace(area, '').split(/[\s,;:]/)
  return isImperative(verb) ? undefined : `begins with "${verb}", not with an imperative`
}

/** Words with capitals or signs, such as names of commands, pass. */
function isImperative(word: string): boolean {
  if (!/^[a-zA-Z]+$/.test(word) || /[A-Z]/.test(word.slice(1))) return true
  const plain = word.toLowerCase()
  return imperatives.has(plain) || !(notVerbs.has(plain) || otherForm.test(plain))
}
