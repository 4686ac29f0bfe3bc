import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { parseDomain } from './parse-domain.ts'
import { refusePublicSuffix } from './public-suffix.ts'
import { type NamePolicies, refuseReservedName } from './reserved-names.ts'

const id = newId('app')
const own = id.replace('_', '-')
const foreign = newId('app').replace('_', '-')

const check = (policies: NamePolicies) => (text: string) =>
  refuseReservedName(parseDomain(text), id, policies)

const beside: NamePolicies = {
  appsDomain: 'apps.example.net',
  platformHosts: ['localhost', '127.0.0.1', 'api.example.org', 'git.example.org', 'db.example.org'],
}

test("reserved names: the platform's hosts, what is below them and what covers them are refused", () => {
  const names = [
    ...['api.example.org', 'API.example.org.', 'git.example.org', 'db.example.org'],
    ...['api.example.org/shop', 'x.api.example.org', '*.api.example.org', '*.example.org'],
    ...['apps.example.net', '*.apps.example.net', '*.example.net'],
  ]
  for (const name of names) {
    assert.throws(() => check(beside)(name), /^Refusal: You are not allowed to use /, name)
  }
  for (const name of ['example.org', 'shop.example.org', '*.shop.example.org', 'example.net']) {
    check(beside)(name)
  }
})

test('reserved names: default domains belong to their application, others below are free', () => {
  for (const label of [
    foreign,
    `x.${foreign}`,
    `*.${foreign}`,
    'www',
    'x.www',
    'wpad',
    'mta-sts',
  ]) {
    assert.throws(() => check(beside)(`${label}.apps.example.net`), /not allowed to use/, label)
  }
  for (const label of [own, `x.${own}`, `*.${own}`, 'shop', 'a.b.shop', '*.shop', 'app-shop']) {
    check(beside)(`${label}.apps.example.net`)
  }
  assert.throws(() => check(beside)('bücher.apps.example.net'), /ASCII letters only/)
  check(beside)('bücher.shop.apps.example.net')
})

test('reserved names: names below localhost exist only where applications have theirs', () => {
  assert.throws(() => check(beside)('shop.localhost'), /machine of each visitor/)
  assert.throws(() => check(beside)('*.shop.localhost'), /machine of each visitor/)
  const local = { ...beside, appsDomain: 'localhost' }
  check(local)('shop.localhost')
  check(local)('*.shop.localhost')
  assert.throws(() => check(local)('localhost.localhost'), /not allowed to use/)
})

test('reserved names: applications below a host of the platform, and the platform below theirs', () => {
  const inside = { appsDomain: 'apps.example.org', platformHosts: ['example.org'] }
  check(inside)('shop.apps.example.org')
  assert.throws(() => check(inside)('shop.example.org'), /not allowed to use/)
  const around = { appsDomain: 'example.org', platformHosts: ['paas.example.org'] }
  check(around)('shop.example.org')
  assert.throws(() => check(around)('paas.example.org'), /not allowed to use/)
  assert.throws(() => check(around)('x.paas.example.org'), /not allowed to use/)
})

test('public suffixes: are refused alone and as wildcards, names below are not', async () => {
  for (const name of ['co.uk', '*.co.uk', 'github.io', '*.github.io', 'a.kobe.jp', 'com.au']) {
    await assert.rejects(refusePublicSuffix(parseDomain(name)), /is a public suffix/, name)
  }
  for (const name of ['shop.co.uk', '*.shop.co.uk', 'me.github.io', 'example.org', 'kobe.jp']) {
    await refusePublicSuffix(parseDomain(name))
  }
  await refusePublicSuffix(parseDomain('shop.intranet'))
})
