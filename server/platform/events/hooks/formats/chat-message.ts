import { eventSentence } from '#platform/events/hooks/event-sentence.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import { isApplicationId } from '#platform/model/ids.ts'

/** An event as a message for people, before it gets the form of a chat. */
export interface ChatMessage {
  title: string
  text: string
  level: 'good' | 'wrong' | 'neutral'
  date: number
  /** Page of the console. */
  link: string
}

const wrong = /_(?:FAIL|FAILED|STOPPED|DISABLED|SUSPENDED|REACHED)$|^ALERT_BEGIN$/
const good = /_(?:SUCCESS|RESTORED|ISSUED)$|^ALERT_END$/

const titles: Readonly<Record<string, string>> = {
  ALERT_BEGIN: 'Alert',
  ALERT_END: 'Alert over',
  DEPLOYMENT_FAIL: 'Deployment failed',
  DEPLOYMENT_SUCCESS: 'Deployed',
  CERTIFICATE_FAILED: 'Certificate failed',
  INVOICE_ISSUED: 'Invoice',
  SPENDING_REACHED: 'Costs',
}

const levelOf = (name: string): ChatMessage['level'] => {
  if (wrong.test(name)) return 'wrong'
  return good.test(name) ? 'good' : 'neutral'
}

export function chatMessage(event: PlatformEvent, consoleUrl: string): ChatMessage {
  const { name, ownerId, subjectId, date } = event
  const owner = `${consoleUrl}/organisations/${encodeURIComponent(ownerId)}`
  return {
    title: titles[name] ?? 'Berth',
    text: eventSentence(event),
    level: levelOf(name),
    date,
    link: isApplicationId(subjectId)
      ? `${owner}/applications/${encodeURIComponent(subjectId)}`
      : owner,
  }
}
