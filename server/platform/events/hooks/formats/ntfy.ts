import type { ChatMessage } from './chat-message.ts'

/** From 1 to 5. */
const priorities = { good: 3, wrong: 4, neutral: 3 } as const
const tags = { good: ['white_check_mark'], wrong: ['rotating_light'], neutral: [] } as const

/** A message that is published as JSON: to the server, with the topic in the body. */
export const ntfyMessage = ({ title, text, level, link }: ChatMessage, topic: string) => ({
  topic,
  title,
  message: text,
  priority: priorities[level],
  tags: tags[level],
  click: link,
})

/** The server and the topic of an address such as `https://ntfy.sh/topic`; `undefined` without a topic. */
export function parseNtfyUrl(text: string): { url: string; topic: string } | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const [, base = '', topic = ''] = /^(.*\/)([\w-]{1,64})\/?$/.exec(url.pathname) ?? []
  if (topic === '') return undefined
  url.pathname = base
  return { url: url.href, topic }
}
