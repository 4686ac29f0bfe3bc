import type { ChatMessage } from './chat-message.ts'

const colours = { good: 'Good', wrong: 'Attention', neutral: 'Default' } as const

/**
 * An Adaptive Card in the message that the Teams trigger of Workflows expects. Runs of text are shown as they are, unlike
 * text blocks, in which a name could make a link.
 */
export const teamsMessage = ({ title, text, level, date, link }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          paragraph({ text: title, weight: 'Bolder', size: 'Medium', color: colours[level] }),
          paragraph({ text }),
          paragraph({ text: timeText(date), isSubtle: true, size: 'Small' }),
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'Open in Berth', url: link }],
      },
    },
  ],
})

interface Run {
  text: string
  weight?: 'Bolder'
  size?: 'Small' | 'Medium'
  color?: (typeof colours)[keyof typeof colours]
  isSubtle?: boolean
}

const paragraph = (run: Run) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', ...run }],
})

const timeText = (date: number): string =>
  `${new Date(date).toISOString().slice(0, 16).replace('T', ' ')} UTC`
