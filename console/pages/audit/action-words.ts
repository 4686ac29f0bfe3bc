import { auditTexts as texts } from '#console/texts/en/organisation/audit.ts'

/** An action in words: `application.create` is "Application created". */
export function actionWords(action: string): string {
  const [subject = '', verb = ''] = action.split('.')
  const noun = texts.subjects[subject] ?? subject.replaceAll('-', ' ')
  const past = verb === '' ? '' : (texts.verbs[verb] ?? verb.replaceAll('-', ' '))
  const known = verb === '' || Object.hasOwn(texts.verbs, verb)
  const words = known ? `${noun} ${past}`.trim() : `${noun}: ${past}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
