import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookCall } from '#platform/events/hooks/webhook-body.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { WebhookFormat } from '#platform/model/events/webhook.ts'
import { parseNtfyUrl } from './ntfy.ts'

const options = { consoleUrl: 'https://berth.test/console' }
const url = 'https://chat.test/hook'

const event = (name: string, more: Record<string, unknown> = {}): PlatformEvent => ({
  id: 1,
  ownerId: 'orga_1',
  date: 1_700_000_000_000,
  name,
  subjectId: 'app_1',
  visibility: 'see',
  data: {
    id: 'app_1',
    name: '<!channel> @everyone [x](http://evil.test)',
    kind: '5xx',
    threshold: 5,
    minutes: 5,
    value: 12.5,
    ...more,
  },
})
const sent = (format: WebhookFormat, of: PlatformEvent, to = url) => {
  const call = webhookCall({ format, url: to }, of, options)
  return { ...call, body: JSON.parse(call.body) as Record<string, unknown> }
}
const sentence =
  '<!channel> @everyone [x](http://evil.test): 5xx responses at 12.5 % (alert: 5xx responses above 5 % for 5 minutes)'
const link = 'https://berth.test/console/organisations/orga_1/applications/app_1'

test('webhook formats: Slack gets a sentence in which a name notifies nobody', () => {
  const { body } = sent('slack', event('ALERT_BEGIN'))
  assert.deepEqual(body, { text: sentence.replace('<!channel>', '&lt;!channel&gt;') })
})

test('webhook formats: Discord gets an embed without mentions and without links of a name', () => {
  const { url: to, body } = sent('discord', event('ALERT_BEGIN'))
  assert.equal(to, url)
  assert.deepEqual(body, {
    username: 'Berth',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: 'Alert',
        description:
          '\\<!channel\\> \\@everyone \\[x\\]\\(http://evil.test\\): 5xx responses at 12.5 % \\(alert: 5xx responses above 5 % for 5 minutes\\)',
        url: link,
        color: 0xc62828,
        timestamp: '2023-11-14T22:13:20.000Z',
      },
    ],
  })
})

test('webhook formats: Teams gets an Adaptive Card in a message, as Workflows expect it', () => {
  const { body } = sent('teams', event('ALERT_END', { value: 0 }))
  const run = (more: Record<string, unknown>) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', ...more }],
  })
  assert.deepEqual(body, {
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
            run({ text: 'Alert over', weight: 'Bolder', size: 'Medium', color: 'Good' }),
            run({
              text: '<!channel> @everyone [x](http://evil.test): the alert is over. 5xx responses at 0 %. (5xx responses above 5 % for 5 minutes)',
            }),
            run({ text: '2023-11-14 22:13 UTC', isSubtle: true, size: 'Small' }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Berth', url: link }],
        },
      },
    ],
  })
})

test('webhook formats: ntfy is called at the server, with the topic in the message', () => {
  const { url: to, body } = sent(
    'ntfy',
    event('ALERT_BEGIN'),
    'https://ntfy.test/a/my-topic?auth=x',
  )
  assert.equal(to, 'https://ntfy.test/a/?auth=x')
  assert.deepEqual(body, {
    topic: 'my-topic',
    title: 'Alert',
    message: sentence,
    priority: 4,
    tags: ['rotating_light'],
    click: link,
  })
  assert.equal(parseNtfyUrl('https://ntfy.test/'), undefined)
  assert.equal(parseNtfyUrl('https://ntfy.test/a%2Fb'), undefined)
  assert.equal(parseNtfyUrl('nonsense'), undefined)
})

test('webhook formats: reasons and costs are sentences, too', () => {
  const removed = sent('slack', event('ALERT_END', { name: 'shop', reason: 'It no longer runs.' }))
  assert.match(String(removed.body.text), /^shop: the alert is over. It no longer runs. /)
  const costs = {
    month: '2026-11',
    amount: '50',
    reached: '51.20',
    currency: 'EUR',
    basis: 'spent',
  }
  const spending = sent('slack', { ...event('SPENDING_REACHED', costs), subjectId: '' })
  assert.equal(
    spending.body.text,
    'Costs of 2026-11 have reached 51.20 EUR, the alert was set to 50',
  )
})
