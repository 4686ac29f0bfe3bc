import type {
  DrainKind,
  DrainRecipient,
  DrainType,
  NewDrain,
} from '#client/resources/applications/drains.ts'

/** In the order of the form. */
export const drainTypes: readonly DrainType[] = [
  'SYSLOG_TCP',
  'SYSLOG_UDP',
  'RAW_HTTP',
  'ELASTICSEARCH',
  'DATADOG',
  'NEWRELIC',
  'BETTERSTACK',
  'OVH_TCP',
]

type FieldName = Exclude<keyof DrainRecipient, 'type' | 'url'>

export interface DrainField {
  name: FieldName
  isRequired: boolean
  /** Not shown while it is typed. */
  isSecret: boolean
}

const required = (name: FieldName, isSecret = false) => ({ name, isRequired: true, isSecret })
const optional = (name: FieldName, isSecret = false) => ({ name, isRequired: false, isSecret })
const basic = [optional('username'), optional('password', true)]
const structured = [optional('rfc5424StructuredDataParameters')]

/** What each type needs besides its URL. */
export const fieldsOf: Readonly<Record<DrainType, readonly DrainField[]>> = {
  SYSLOG_TCP: structured,
  SYSLOG_UDP: structured,
  OVH_TCP: [required('rfc5424StructuredDataParameters')],
  RAW_HTTP: basic,
  ELASTICSEARCH: [required('index'), ...basic],
  DATADOG: [optional('apiKey', true)],
  NEWRELIC: [required('apiKey', true)],
  BETTERSTACK: [required('sourceToken', true)],
}

/** What was typed; fields of other types are kept, so that changing the type back loses nothing. */
export interface DrainForm {
  kind: DrainKind
  type: DrainType
  url: string
  values: Readonly<Partial<Record<FieldName, string>>>
}

const typedValue = ({ values }: DrainForm, name: FieldName) => (values[name] ?? '').trim()

/** Whether everything that the type needs is there. */
export const isComplete = (form: DrainForm): boolean =>
  form.url.trim() !== '' &&
  fieldsOf[form.type].every(({ name, isRequired }) => !isRequired || typedValue(form, name) !== '')

/** The drain that was typed, with the fields of its type only. */
export function drainOf(form: DrainForm): NewDrain {
  const { kind, type, url } = form
  const typed = fieldsOf[type]
    .map(({ name }) => [name, typedValue(form, name)] as const)
    .filter(([, value]) => value !== '')
  return { kind, recipient: { type, url: url.trim(), ...Object.fromEntries(typed) } }
}

/** The URL without what may be a key: those of Datadog have it in their path or query. */
export function shownUrl({ type, url }: Pick<DrainRecipient, 'type' | 'url'>): string {
  if (type !== 'DATADOG' || !URL.canParse(url)) return url
  return `${new URL(url).origin}/…`
}
