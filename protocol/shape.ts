import * as v from 'valibot'
import { read, type Schema, sentenceForAbsent } from '#kit/schema.ts'
import { hasControls, isObject, type JsonObject, kindOf } from './json-value.ts'

export {
  check,
  fallback,
  type InferOutput as Infer,
  maxLength,
  minLength,
  minValue,
  nullish,
  optional,
  picklist,
  pipe,
  rawCheck,
  regex,
  transform,
  unknown,
} from 'valibot'

/** Message about a wrong type, given the actual one: `missing`, `null`, `a list`, `a number`. */
type KindSentence = string | ((kind: string) => string)

const messageOf = (sentence: KindSentence) =>
  typeof sentence === 'string'
    ? sentence
    : ({ input }: { input: unknown }) => sentence(kindOf(input))

export const text = (sentence: KindSentence) => v.string(messageOf(sentence))

export const list = <S extends Schema>(item: S, sentence: KindSentence) =>
  v.array(item, messageOf(sentence))

/** Text without control characters, which neither a header nor a variable may contain. */
export const withoutControls = (sentence: string) =>
  v.check((value: string) => !hasControls(value), sentence)

/** Any object. */
export const anyObject = (sentence: KindSentence) =>
  v.custom<JsonObject>(isObject, messageOf(sentence))

/** The named own properties; others are dropped. */
export const shape = <E extends v.ObjectEntries>(entries: E, sentence: KindSentence) =>
  v.pipe(
    anyObject(sentence),
    v.transform(ownCopy),
    v.object(entries, ({ path }) => sentenceForAbsent(entries[String(path?.[0].key)])),
  )

/** The same, but keeps other properties. */
export const openShape = <E extends v.ObjectEntries>(entries: E, sentence: KindSentence) =>
  v.pipe(
    anyObject(sentence),
    v.transform(ownCopy),
    v.looseObject(entries, ({ path }) => sentenceForAbsent(entries[String(path?.[0].key)])),
  )

const ownCopy = (given: JsonObject): JsonObject => Object.assign(Object.create(null), given)

/** Space for a name of a hundred characters in `options`. */
const maxPathLength = 108

/** The value, or one sentence about its first problem; `whole` is the name of the value. */
export function readOrProblem<T>(
  schema: Schema<T>,
  value: unknown,
  whole: string,
): { value: T; problem?: never } | { problem: string; value?: never } {
  const { value: output, problems } = read(schema, value)
  if (!problems) return { value: output }
  const [[path, sentence] = ['', '']] = problems
  const subject = path === '' ? whole : `'${path.slice(0, maxPathLength)}'`
  return { problem: `${subject} ${sentence}.` }
}
