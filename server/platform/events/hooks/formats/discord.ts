import type { ChatMessage } from './chat-message.ts'

const colours = { good: 0x2e7d32, wrong: 0xc62828, neutral: 0x546e7a } as const
/** Limits of an embed. */
const maxText = 4096

/** An embed of an incoming webhook of Discord. Without permitted mentions a name notifies nobody. */
export const discordMessage = ({ title, text, level, date, link }: ChatMessage) => ({
  username: 'Berth',
  allowed_mentions: { parse: [] },
  embeds: [
    {
      title,
      description: escapeMarkdown(text).slice(0, maxText),
      url: link,
      color: colours[level],
      timestamp: new Date(date).toISOString(),
    },
  ],
})

/** A name of a customer neither makes a link nor a mention. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\*_~`|>[\]()#<@]/g, '\\$&')
