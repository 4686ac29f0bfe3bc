import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mails } from './emails.ts'

const knows = {
  ownerId: 'orga_1',
  key: 'KEY',
  from: '192.0.2.7',
  organisation: 'Ada & Co',
  role: 'ADMIN',
  inviter: 'Ada',
  account: 'ada@x.test',
  change: 'added',
  email: 'new@x.test',
  name: 'pigeons',
  why: 'No.',
  number: 'F20261201-000001',
  due: '12.34 EUR',
  dueAt: '2026-12-16',
  customer: 'Ada & Co',
  month: '2026-11',
  sentence: 'The address for invoices is incomplete: add the city.',
  amount: '50.00',
  basis: 'forecast',
  reached: '51.20',
  currency: 'EUR',
  lines: '["shop.test: it expires"]',
}
const urls = { pagesUrl: 'https://berth.test', consoleUrl: 'https://console.test' }
const { pagesUrl, consoleUrl } = urls

for (const [kind, write] of mails) {
  test(`e-mail ${kind}: links are on lines of their own, and it says what to do if it was not you`, () => {
    const { subject, text } = write({ to: 'ann@x.test', ...urls, knows })
    assert.match(subject, /^[A-Z].{5,70}$/)
    assert.match(text, /(was not you|did not order it|do not know the sender)/)
    for (const line of text.split('\n').filter((line) => line.includes(`${pagesUrl}/v2`))) {
      assert.match(line, /^https:\/\/\S+$/, line)
    }
    assert.ok(text.endsWith('-- \nBerth\n'))
    assert.doesNotMatch(text + subject, /undefined|NaN/)
  })
}

test('e-mails: names typed by others cannot inject lines', () => {
  const hostile = { ...knows, organisation: `x\r\n\r\nhttps://evil.test\n${'y'.repeat(500)}` }
  const { subject, text } =
    mails.get('invitation')?.({ to: 'a@x.test', ...urls, knows: hostile }) ?? assert.fail()
  assert.doesNotMatch(subject, /[\r\n]/)
  assert.doesNotMatch(text, /^https:\/\/evil/m)
  assert.ok(subject.length < 150)
})

test('e-mails: a name that looks like an address does not become a link', () => {
  const names = [
    'Your account is locked: https://evil.test/login',
    'www.evil.test',
    'call help@evil.test now',
    'evil。test or evil．test',
    'https://localhost/login',
  ]
  for (const name of names) {
    const hostileFor = (kind: string) => ({
      ...knows,
      organisation: name,
      inviter: name,
      name,
      hook: name,
      owner: name,
      customer: name,
      why: name,
      ...(kind === 'events' && { lines: `2026-11-17T22:10:46Z  DEPLOY of ${name}` }),
    })
    for (const [kind, write] of mails) {
      const { subject, text } = write({ to: 'ann@x.test', ...urls, knows: hostileFor(kind) })
      const linked = /evil[.。．]test|help@|https:\/\/(?!berth\.test)/
      const isLink = (line: string) => line.startsWith(pagesUrl) || line.startsWith(consoleUrl)
      const lines = [subject, ...text.split('\n')].filter((line) => !isLink(line))
      assert.doesNotMatch(lines.join('\n'), linked, kind)
    }
  }
  const { subject } =
    mails.get('invitation')?.({
      to: 'ann@x.test',
      ...urls,
      knows: { ...knows, organisation: 'Ada, Inc. evil.test' },
    }) ?? assert.fail()
  assert.equal(subject, 'You are invited to "Ada, Inc. evil[.]test"')
})

const linksOf = (html: string) =>
  Array.from(html.matchAll(/ (?:href|src|action|background)="([^"]*)"|url\(/g), ([, url]) => url)
const decoded = (html: string) =>
  html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name as string] ?? "'",
  )

for (const [kind, write] of mails) {
  test(`e-mail ${kind}: the HTML says what the text says, loads nothing and leads only to us`, () => {
    const { text, html } = write({ to: 'ann@x.test', ...urls, knows })
    const shown = decoded(`${html.replace(/<[^>]+>/g, '')} ${linksOf(html).join(' ')}`)
    const [body = ''] = text.split('\n-- \n')
    const withoutMarks = (line: string) => line.replace(/^- |:$|^[\w ]{3,13}: /g, '')
    for (const line of body.split('\n')) assert.ok(shown.includes(withoutMarks(line)), line)
    assert.doesNotMatch(html, /<(script|img|link|iframe|form)|@import|undefined|NaN/)
    for (const url of linksOf(html))
      assert.match(url ?? '', /^https:\/\/(berth|console)\.test(\/|$)/)
    assert.equal(html.includes('class="button"'), kind !== 'account-deleted')
  })

  test(`e-mail ${kind}: a hostile name stays a name in HTML`, () => {
    const evil = `"><script>x()</script><img src=x onerror='1'><a href="https://evil.test">\u202eabc שלום`
    const hostile = Object.fromEntries(
      Object.entries(knows).map(([name, value]) => [name, name === 'lines' ? value : evil]),
    )
    const lines =
      kind === 'events' ? `2026-11-17T22:10:46Z  DEPLOY of ${evil}` : JSON.stringify([evil])
    const { html } = write({ to: 'ann@x.test', ...urls, knows: { ...hostile, lines } })
    assert.doesNotMatch(html, /<(script|img)|\sonerror='|\u202e|href="https:\/\/evil/)
    for (const url of linksOf(html))
      assert.match(url ?? '', /^https:\/\/(berth|console)\.test(\/|$)/)
    const isolated = html
      .replace(/<head>[\s\S]*<\/head>|<div [\s\S]*?<\/div>/g, '')
      .replace(/<bdi>[\s\S]*?<\/bdi>|<code>[\s\S]*?<\/code>/g, '')
    assert.doesNotMatch(isolated, /שלום/, 'letters from right to left move nothing around them')
  })
}

test('e-mails: months, dates, times and roles are in words', () => {
  const textOf = (kind: string, more = {}) =>
    mails.get(kind)?.({ to: 'ann@x.test', ...urls, knows: { ...knows, ...more } }).text ?? ''
  assert.match(textOf('invitation'), /as an administrator\./)
  assert.match(textOf('invitation', { role: 'DEVELOPER' }), /as a developer\./)
  assert.match(
    textOf('invoice-issued'),
    /in November 2026 is there[\s\S]*To be paid by: 16 December 2026/,
  )
  assert.match(textOf('spending-alert'), /in November 2026, without tax/)
  const lines = '2026-11-17T22:10:46Z  DEPLOY of shop failed'
  assert.match(textOf('events', { lines }), /^- 17 Nov 2026, 22:10 UTC: DEPLOY of shop failed$/m)
})

test('e-mails: a mail that an earlier version has queued is still written', () => {
  const { ownerId: _, organisation: __, ...earlier } = knows
  for (const [kind, write] of mails) {
    const { text, html } = write({
      to: 'ann@x.test',
      ...urls,
      knows: { ...earlier, owner: 'orga_1' },
    })
    assert.doesNotMatch(text + html, /undefined/, kind)
  }
})
