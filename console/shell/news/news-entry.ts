import type { EventRecord } from '#client/resources/events/events.ts'
import { type Address, addressOf } from '#console/navigation/addresses.ts'
import { newsTexts as texts } from '#console/texts/en/organisation/news.ts'
import { alertFigure, conditionText, isAlertKind } from '#protocol/alerts.ts'
import { isNews, type NewsKind, newsKinds } from '#protocol/events.ts'

/** An event as a line of the bell. */
export interface NewsEntry {
  id: number
  kind: NewsKind
  /** Whether it is bad. */
  isWrong: boolean
  sentence: string
  /** More about it, or empty. */
  detail: string
  date: string
  ownerId: string
  to: Address
}

const wrong: ReadonlySet<string> = new Set([
  'ALERT_BEGIN',
  'CERTIFICATE_FAILED',
  'SPENDING_REACHED',
  'OWNER_SUSPENDED',
])

/** `undefined` for an event that a newer server tells of. */
export function newsEntry({ id, ownerId, event, date, data }: EventRecord): NewsEntry | undefined {
  if (!isNews(event)) return undefined
  const kind = newsKinds[event]
  return {
    id,
    kind,
    isWrong: kind === 'failure' || wrong.has(event),
    sentence: texts.sentences[event](nameOf(data)),
    detail: detailOf(data),
    date,
    ownerId,
    to: addressOfNews(kind, ownerId, data),
  }
}

type Data = EventRecord['data']

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What it happened to: an application, an invoice, an amount, a host, a person. */
function nameOf({ name, number, host, reached, currency, author }: Data): string {
  if (textOf(number)) return textOf(number)
  if (textOf(reached)) return `${textOf(reached)} ${textOf(currency)}`
  const person = author && typeof author === 'object' && 'name' in author ? author.name : ''
  return textOf(host) || textOf(name) || textOf(person)
}

/** The condition of an alert with its figure, why something failed, or the commit. */
function detailOf({ kind, threshold, minutes, value, reason, failure, commit }: Data): string {
  const known = textOf(kind)
  if (isAlertKind(known)) {
    const condition = conditionText({
      kind: known,
      threshold: Number(threshold),
      minutes: Number(minutes),
    })
    const figure = typeof value === 'number' ? alertFigure(value, known) : textOf(reason)
    return figure ? `${condition}: ${figure}` : condition
  }
  return textOf(failure) || textOf(commit).slice(0, 8)
}

function addressOfNews(kind: NewsKind, ownerId: string, data: Data): Address {
  const id = textOf(data.appId)
  const application = { ownerId, id }
  switch (kind) {
    case 'deployment':
    case 'failure':
      if (id && textOf(data.uuid)) return addressOf.deployment(application, textOf(data.uuid))
      return id ? addressOf.application(application) : addressOf.owner(ownerId, 'webhooks')
    case 'alert':
      return id
        ? addressOf.application(application, 'metrics')
        : addressOf.addon({ ownerId, id: textOf(data.id) }, 'metrics')
    case 'certificate':
      return id ? addressOf.application(application, 'domains') : addressOf.owner(ownerId)
    case 'invoice':
      return addressOf.billing(ownerId)
    case 'member':
      return addressOf.owner(ownerId, 'members')
  }
}
