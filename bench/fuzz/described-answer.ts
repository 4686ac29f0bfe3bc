import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from '#api/openapi/document.ts'
import type { Operation } from '#api/openapi/operation.ts'

/** What an answer was like. */
export interface AnswerFacts {
  status: number
  contentType: string
  /** The body; of a stream nothing. */
  text: string
}

/** Says what in an answer is otherwise than the document describes it, if anything is. */
export type AnswerCheck = (operation: DescribedOperation, answer: AnswerFacts) => string | undefined

export interface DescribedOperation {
  template: string
  method: string
  operation: Operation
}

const documentId = 'berth'
/** RFC 6901, within a URI. */
const pointer = (...parts: string[]) =>
  parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')

export function createAnswerCheck(document: OpenApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, documentId)
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (path: string): ValidateFunction => {
    const known = validators.get(path) ?? ajv.getSchema(`${documentId}#/${path}`)
    if (!known) throw new Error(`The document has no schema at ${path}.`)
    validators.set(path, known)
    return known
  }

  return ({ template, method, operation: { responses } }, { status, contentType, text }) => {
    if (status === 500) return 'a 500'
    const code = Object.hasOwn(responses, status) ? `${status}` : 'default'
    const response = responses[code]
    if (!response) return `a ${status}, which it does not describe`
    const { content } = response
    if (!content || text === '') return undefined
    const [type = ''] = contentType.split(';')
    const declared = Object.keys(content).find((one) => isOfType(type, one))
    if (declared === undefined) return `a ${status} of ${type}`
    if (content[declared]?.schema === undefined) return undefined
    const place = ['paths', template, method, 'responses', code, 'content', declared, 'schema']
    const validate = validatorOf(pointer(...place))
    return validate(JSON.parse(text))
      ? undefined
      : `a ${status}: ${ajv.errorsText(validate.errors)}`
  }
}

const isOfType = (type: string, declared: string) =>
  declared === '*/*' ||
  (declared.endsWith('/*') ? type.startsWith(declared.slice(0, -1)) : type === declared)
